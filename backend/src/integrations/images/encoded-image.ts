/** A picture made fit for the web: WebP without metadata, named by the SHA-256 of its bytes. */
export interface EncodedImage {
  /** 64 hexadecimal digits. */
  hash: string;
  bytes: Buffer;
  width: number;
  height: number;
}

export const IMAGE_CONTENT_TYPE = 'image/webp';

/**
 * Why a picture is refused: its content is no JPEG, PNG or WebP, it has too many pixels, or it could not be decoded within the time and the
 * memory that a picture is given.
 */
export type ImageRefusal = 'format' | 'pixels' | 'effort';

/** A picture that is refused, and will be the next time. */
export class ImageRefused extends Error {
  constructor(readonly reason: ImageRefusal) {
    super(`The image was refused: ${reason}`);
  }
}

/** A picture that was not looked at, since too many wait: of its own account, or of everybody. It may come again later. */
export class ImagesWait extends Error {
  constructor(readonly whose: 'account' | 'everybody') {
    super(`Too many images wait: ${whose}`);
  }
}
