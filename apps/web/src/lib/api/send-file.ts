/**
 * Sends a file as the request body and reports the progress, which `fetch` can't do. Throws the reason of the signal if it
 * aborts, and a TypeError if the server is unreachable, as `fetch` does.
 */
export function sendFile(
  url: string,
  options: {
    method: string;
    headers: Readonly<Record<string, string>>;
    file: Blob;
    signal: AbortSignal;
    onProgress: ((share: number) => void) | undefined;
  },
): Promise<Response> {
  const { method, headers, file, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    );
    request.addEventListener('error', () => reject(new TypeError('The file could not be sent')));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    signal.addEventListener('abort', stop);
    if (signal.aborted) reject(signal.reason);
    else request.send(file);
  });
}
