import type { ReasonOf } from '@homecare/domain/call.ts';
import { uploadScan } from '@homecare/domain/timesheets/contract.ts';
import { checkScanFile } from '@homecare/domain/timesheets/scans.ts';
import { perform } from '../../platform/form/use-action.ts';
import { keep, onForgetKept, useKept } from '../../platform/kept.ts';
import { markStale } from '../../platform/query.ts';
import { randomName } from '../../platform/random-name.ts';
import { PAGE_READERS } from './scans-api.ts';

/** A file on its way to the server. It goes on when the page is left. */
export interface SendingScan {
  readonly key: string;
  readonly file: File;
  /** waiting, sending; refused: as it is; same: it came before; cut: it may be sent again. */
  readonly state: 'waiting' | 'sending' | 'refused' | 'same' | 'cut';
  /** 0 to 1; 1: the server looks into it. */
  readonly part: number;
  readonly info: string;
  readonly again: boolean;
  readonly stop: AbortController;
}

const KEPT = 'scans.sending';
const NONE: readonly SendingScan[] = [];
const AT_ONCE = 2;

let list: readonly SendingScan[] = NONE;

const publish = (next: readonly SendingScan[]) => {
  list = next;
  keep(KEPT, next);
};
const change = (key: string, values: Partial<SendingScan>) =>
  publish(list.map((one) => (one.key === key ? { ...one, ...values } : one)));

export const useSendingScans = (): readonly SendingScan[] => useKept(KEPT, NONE)[0];

export const dismissScan = ({ key, stop }: SendingScan) => {
  stop.abort();
  publish(list.filter((one) => one.key !== key));
  void work();
};

// Nothing of it goes out in the name of anyone who signs in next, nor is it shown to them.
onForgetKept(() => {
  const left = list;
  list = NONE;
  for (const { stop } of left) stop.abort();
});

export const addScans = (files: Iterable<File>) => {
  const added = [...files].map((file): SendingScan => {
    const info = checkScanFile(file)?.info ?? '';
    const start = { file, info, part: 0, again: false, stop: new AbortController() };
    return { ...start, key: randomName(), state: info === '' ? 'waiting' : 'refused' };
  });
  publish([...list, ...added]);
  void work();
};

/** After a broken line the same attempt; a file that came before is meant as a new one. */
export const sendScanAgain = ({ key, state }: SendingScan) => {
  const isNew = state === 'same';
  change(key, {
    state: 'waiting',
    part: 0,
    info: '',
    stop: new AbortController(),
    ...(isNew && { again: true, key: randomName() }),
  });
  void work();
};

const stateOf = (reason: ReasonOf<typeof uploadScan>): SendingScan['state'] => {
  switch (reason) {
    case 'sameFile':
      return 'same';
    case 'unavailable':
      return 'cut';
    default:
      return 'refused';
  }
};

const work = async () => {
  const next = list.find(({ state }) => state === 'waiting');
  if (!next || list.filter(({ state }) => state === 'sending').length >= AT_ONCE) return;
  const { key, file, again, stop } = next;
  change(key, { state: 'sending' });
  void work();
  const onProgress = (part: number) => change(key, { part });
  const upload = { file, key, signal: stop.signal, onProgress };
  // Without the lists that it changes: it would be shown twice until they are read again.
  const sent = await perform({ call: uploadScan }, { again }, upload);
  if (sent.ok) {
    publish(list.filter((one) => one.key !== key));
    void markStale(...PAGE_READERS);
  } else if (!stop.signal.aborted) change(key, { state: stateOf(sent.reason), info: sent.info });
  void work();
};
