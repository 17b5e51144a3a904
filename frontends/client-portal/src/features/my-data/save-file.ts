/** Has the browser save a file, as if a link to it had been pressed. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the press; soon it needs the address no more.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
