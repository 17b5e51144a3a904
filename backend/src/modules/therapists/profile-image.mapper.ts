import { IMAGE_CONTENT_TYPE } from '../../integrations/images/encoded-image';

const PREFIX = `data:${IMAGE_CONTENT_TYPE};base64,`;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function imageDataUrl(bytes: Buffer): string {
  return `${PREFIX}${bytes.toString('base64')}`;
}

/** The bytes of a data URL as {@link imageDataUrl} writes it; undefined for anything else. */
export function readImageDataUrl(text: string): Buffer | undefined {
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  return BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : undefined;
}
