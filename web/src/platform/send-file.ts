import type { Call, ReasonOf } from '@homecare/domain/call.ts';
import { done, type Reason, refuse } from '@homecare/domain/errors.ts';
import { type Answer, type Sent, type SentOf, UNREACHED } from './answer.ts';
import { formOf, type SendInput } from './call-request.ts';
import { whyTaken } from './role-copy.ts';
import { BASE, newAttemptKey, settle } from './send.ts';
import { toast } from './toasts.ts';

export interface UploadOptions {
  /** Receives values from 0 to 1 during the upload. */
  readonly onProgress?: (part: number) => void;
  /** Aborting leaves neither row nor file on the server. */
  readonly signal?: AbortSignal;
  readonly key?: string;
  /** As in SendOptions. */
  readonly asks?: false;
}

/** Sends a declared upload. Uses XMLHttpRequest, because fetch reports no progress. */
export const sendFile = async <C extends Call>(
  call: C,
  input: SendInput<C>,
  file: File,
  options: UploadOptions = {},
): Promise<SentOf<C>> => {
  const taken = whyTaken(call);
  if (taken !== undefined) return refuse('forbidden', taken);
  const key = options.key ?? newAttemptKey();
  const answer = await post(pathOf(call), formOf(input, file), { ...options, key });
  return settle(call, answer, () => sendFile(call, input, file, { ...options, key }), options.asks);
};

const pathOf = ({ name, transport }: Call) => {
  if (transport.via !== 'path' || !transport.upload) throw new Error(`${name} is not declared as an upload`);
  return transport.paths[0];
};

/** Milliseconds without progress after which the connection counts as lost. */
const SILENCE = 90_000;

const post = (path: string, form: FormData, { onProgress, signal, key }: UploadOptions & { key: string }) =>
  new Promise<Answer>((resolve) => {
    const request = new XMLHttpRequest();
    let silence = 0;
    const hear = () => {
      window.clearTimeout(silence);
      silence = window.setTimeout(() => request.abort(), SILENCE);
    };
    const end = (answer: Answer) => {
      window.clearTimeout(silence);
      resolve(answer);
    };
    request.open('POST', BASE + path);
    request.responseType = 'text';
    request.setRequestHeader('X-Requested-With', 'homecare');
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.onprogress = ({ loaded, total }) => {
      hear();
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    request.onload = () =>
      end({
        status: request.status,
        body: parsed(request.responseText),
        reference: request.getResponseHeader('X-Request-Id'),
      });
    request.onerror = () => end(UNREACHED);
    request.onabort = () => end(UNREACHED);
    signal?.addEventListener('abort', () => request.abort());
    hear();
    request.send(form);
  });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The file name given by the server, which contains only ids. */
const nameOf = (response: Response) =>
  /filename="([^"]*)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';

/** Fetches the file that a declared call answers. Uses POST, so that the input is never in a URL. */
export const fetchFile = async <C extends Call>(
  call: C,
  input: SendInput<C>,
): Promise<Sent<File, ReasonOf<C>>> => {
  if (call.transport.via !== 'path') throw new Error(`${call.name} answers no file`);
  const [path] = call.transport.paths;
  let file: File | undefined;
  const attempt = async (): Promise<SentOf<C>> => {
    const response = await fetch(BASE + path, {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      headers: { 'X-Requested-With': 'homecare', 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    }).catch(() => undefined);
    if (!response) return settle(call, UNREACHED, attempt);
    const isRefusal = response.headers.get('Content-Type')?.startsWith('application/json') ?? true;
    const blob = isRefusal ? undefined : await response.blob().catch(() => undefined);
    file = blob && new File([blob], nameOf(response), { type: blob.type });
    const body: unknown = isRefusal
      ? await response.json().catch(() => undefined)
      : { result: 'OK', data: 'file' };
    return settle(
      call,
      { status: response.status, body, reference: response.headers.get('X-Request-Id') },
      attempt,
    );
  };
  const sent = await attempt();
  if (!sent.ok) return sent;
  return file ? done(file) : refuse('unavailable');
};

/** Saves a file through the browser's downloads. */
export const saveAs = (blob: Blob, name: string) => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** Downloads the file that a declared call answers, unchanged. */
export const downloadFile = async <C extends Call>(call: C, input: SendInput<C>, name: string) =>
  saveOrShow(await fetchFile(call, input), name);

/** Saves the answered file, or shows why there is none. */
export const saveOrShow = (sent: Sent<File, Reason>, name: string) => {
  if (sent.ok) saveAs(sent.data, name);
  else toast.error(sent.info);
};
