import { profileMessages } from './messages';

export const IMAGE_MAX_BYTES = 5_242_880;
export const IMAGE_TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp'];

/** Why a picture is not even sent, or null. */
export function imageProblem(file: { size: number; type: string }): string | null {
  if (file.size > IMAGE_MAX_BYTES) return profileMessages.imageTooLarge;
  return IMAGE_TYPES.includes(file.type) ? null : profileMessages.imageWrongType;
}
