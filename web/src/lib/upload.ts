// Sends a file to the server in parts, so that it can be as large as the server allows, and a broken connection costs one
// part. What comes of it (an attachment, a picture, a family tree) is made of the upload by its id.

import { request } from './api';
import { newUploadLimits } from './api_limits';
import type { NewUpload, Upload } from './api_types';
import { newKey } from './new_key';

export interface Sending {
  // Called with the bytes that the server has.
  onprogress: (bytes: number) => void;
  signal: AbortSignal;
  // What comes of it says how large it may be. Default: an attachment.
  purpose?: NewUpload['purpose'];
}

const path = (id: string, rest = '') => `/api/v1/uploads/${encodeURIComponent(id)}${rest}`;
const bytesType = 'application/octet-stream';

// A name that the server takes: no path, nothing that cannot be seen, and not too long.
export function uploadName(name: string): string {
  const shown = name.replace(/[\p{Cc}\p{Cf}/\\]/gu, '_').trim();
  const cut = [...shown].slice(-newUploadLimits.name.maxLength).join('');
  return /^\.*$/.test(cut) ? `_${cut}` : cut;
}

// Gives back the id of the upload when all of it is there. What was sent is deleted when that fails, or is aborted.
export async function upload(file: File, sending: Sending): Promise<string> {
  const { onprogress, signal, purpose = 'attachment' } = sending;
  const body: NewUpload = { name: uploadName(file.name), size: file.size, purpose };
  const begun = await request<Upload>('POST', '/api/v1/uploads', {
    body,
    idempotencyKey: newKey(),
    signal,
  });
  try {
    const { id, partBytes } = begun;
    for (let from = 0, part = 1; from < file.size; from += partBytes, part++) {
      const bytes = file.slice(from, from + partBytes, bytesType);
      await request('PUT', path(id, `/parts/${part}`), { file: bytes, signal });
      onprogress(Math.min(from + partBytes, file.size));
    }
    return id;
  } catch (error) {
    cancelUpload(begun.id);
    throw error;
  }
}

// The server deletes by itself what nothing comes of, so that this may fail.
export function cancelUpload(id: string): void {
  request('DELETE', path(id)).catch(() => undefined);
}
