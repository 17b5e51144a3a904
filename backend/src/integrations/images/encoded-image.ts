/** A picture made fit for the web: WebP without metadata, named by the SHA-256 of its bytes. */
export interface EncodedImage {
  /** 64 hexadecimal digits. */
  hash: string;
  bytes: Buffer;
  width: number;
  height: number;
}

export const IMAGE_CONTENT_TYPE = 'image/webp';

/** A picture that is refused. `reason` says whether the content is no JPEG, PNG or WebP, or has too many pixels. */
export class ImageRefused extends Error {
  constructor(readonly reason: 'format' | 'pixels') {
    super(`The image was refused: ${reason}`);
  }
}
