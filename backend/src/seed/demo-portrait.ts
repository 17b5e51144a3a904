import sharp from 'sharp';

/** A drawn portrait, for the demo practice has no photograph of anybody. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
  <defs><linearGradient id="light" x1="0" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="#cfe3dc"/><stop offset="1" stop-color="#f0d9c8"/></linearGradient></defs>
  <rect width="512" height="512" fill="url(#light)"/>
  <ellipse cx="256" cy="196" rx="116" ry="126" fill="#2b211d"/>
  <path d="M80 512c0-120 78-176 176-176s176 56 176 176z" fill="#1f5f57"/>
  <path d="M216 300h80v58c0 26-80 26-80 0z" fill="#85563f"/>
  <ellipse cx="256" cy="224" rx="82" ry="98" fill="#9a6b52"/>
  <path d="M170 204c10-70 56-96 96-92 48 4 74 40 78 92-34-8-62-28-82-58-18 32-52 54-92 58z" fill="#2b211d"/>
  <path d="M226 268c18 16 42 16 60 0" fill="none" stroke="#6d4332" stroke-width="7" stroke-linecap="round"/>
</svg>`;

/** @returns a PNG */
export function drawPortrait(): Promise<Buffer> {
  return sharp(Buffer.from(DRAWING)).png().toBuffer();
}
