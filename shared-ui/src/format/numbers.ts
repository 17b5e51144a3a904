/** Made when first needed: a page's first formatter costs a slow phone 100 ms. */
let grouped: Intl.NumberFormat | undefined;

/** '1,284' */
export function formatNumber(value: number): string {
  if (isPlain(value)) return String(value);
  grouped ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
  return grouped.format(value);
}

/** '$140', '$140.50': every cent that there is, never rounded to dollars. Whether nothing is "Free" is the caller's to say. */
export function formatPrice(amount: number): string {
  if (isPlain(amount)) return `$${amount}`;
  const least = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: least,
    // Wide enough never to round a price, narrow enough to hide how computers store 0.1.
    maximumFractionDigits: Math.max(least, 10),
  }).format(amount);
}

/** '50 min' */
export function formatDuration(minutes: number): string {
  return `${formatNumber(minutes)} min`;
}

/** '12.3 KB' below a megabyte, '1.2 MB' from there. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return formatKilobytes(bytes);
  return `${oneDecimal(bytes / 1024 / 1024)} MB`;
}

/** '1,234.5 KB': kilobytes whatever the size. */
export function formatKilobytes(bytes: number): string {
  return `${oneDecimal(bytes / 1024)} KB`;
}

/** '0:09', '48:05', '1:02:03' */
export function formatElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Whole, not negative and without a thousand to group. */
function isPlain(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1000 && !Object.is(value, -0);
}

function oneDecimal(value: number): string {
  return new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}
