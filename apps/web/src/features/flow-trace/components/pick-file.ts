/** Opens a file picker. Resolves to the text of the file, or null if canceled. */
export function pickFile(accept: string): Promise<string | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (!file) return resolve(null);
      file.text().then(resolve, () => resolve(''));
    });
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}
