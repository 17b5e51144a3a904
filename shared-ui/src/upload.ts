import type { Transport } from './runtime';

/** Takes a request to the server as `fetch` does, its signal ends it, and tells how much of its body has gone out, in whole per cent. */
export function withProgress(onProgress: (percent: number) => void): Transport {
  return async (request) => {
    const body = await request.blob();
    return new Promise((resolve, reject) => {
      const call = new XMLHttpRequest();
      call.open(request.method, request.url);
      request.headers.forEach((value, name) => call.setRequestHeader(name, value));
      call.responseType = 'blob';
      call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(Math.floor((loaded / total) * 100));
      };
      call.onload = () => resolve(new Response(call.response as Blob, { status: call.status, headers: headersOf(call) }));
      const abort = () => call.abort();
      if (request.signal.aborted) return reject(request.signal.reason as Error);
      request.signal.addEventListener('abort', abort);
      call.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
      call.onloadend = () => request.signal.removeEventListener('abort', abort);
      call.onerror = () => reject(new TypeError('The request could not be sent.'));
      call.send(body);
    });
  };
}

function headersOf(call: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of call.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
