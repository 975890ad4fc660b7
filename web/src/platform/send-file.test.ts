import { uploadPhoto } from '@homecare/domain/agency-forms/contract.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendFile } from './send-file.ts';

/** A network that takes the body and never says anything again. */
class HangingLine {
  static last: HangingLine | undefined;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onabort = () => {};
  open() {
    HangingLine.last = this;
  }
  setRequestHeader() {}
  send() {}
  abort() {
    this.onabort();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', HangingLine);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('an upload of which nothing is heard any more ends as one that was not reached', async () => {
  let reason: string | undefined;
  const file = new File(['picture'], 'floor.png', { type: 'image/png' });
  void sendFile(uploadPhoto, { photo: 'a'.repeat(32) }, file, { asks: false }).then((sent) => {
    reason = sent.ok ? 'ok' : sent.reason;
  });
  await vi.advanceTimersByTimeAsync(80_000);
  HangingLine.last?.upload.onprogress?.({ loaded: 1, total: 2 });
  await vi.advanceTimersByTimeAsync(80_000);
  // It still goes on, however slowly.
  expect(reason).toBeUndefined();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reason).toBe('unavailable');
});
