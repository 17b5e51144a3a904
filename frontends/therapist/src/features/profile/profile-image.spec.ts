import { IMAGE_MAX_BYTES, imageProblem } from './profile-image';

describe('imageProblem', () => {
  it.each(['image/jpeg', 'image/jpg', 'image/png', 'image/webp'])('accepts %s up to 5 MB', (type) => {
    expect(imageProblem({ type, size: IMAGE_MAX_BYTES })).toBeNull();
  });

  it('refuses a larger file first, then a wrong type', () => {
    expect(imageProblem({ type: 'image/gif', size: IMAGE_MAX_BYTES + 1 })).toBe(
      'Image file too large. Please use an image under 5MB.',
    );
    expect(imageProblem({ type: 'image/gif', size: 10 })).toBe('Invalid image format. Please use JPEG, PNG, or WebP.');
  });
});
