/** Downloads a text or bytes as a file with that name. */
export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer> | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started the download once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
