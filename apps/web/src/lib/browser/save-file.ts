/** Offers a text or bytes to the person as a file of that name. */
export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer> | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the file once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
