import type { Call, OutputOf } from '@homecare/domain/call.ts';
import type { Done } from '@homecare/domain/errors.ts';
import type { SendInput } from '../call-request.ts';
import { newAttemptKey } from '../send.ts';
import { toast } from '../toasts.ts';
import { perform, type Sending, sayUndone } from './use-action.ts';

/** How to undo something: the call, and the texts shown before and after it. */
export interface WayBack<C extends Call> extends Pick<Sending<C>, 'call' | 'changes'> {
  readonly said: string;
  readonly undone: string | ((sent: Done<OutputOf<C>>) => string);
  readonly input: SendInput<C>;
}

const takeBack = async <C extends Call>(way: WayBack<C>, key: string): Promise<void> => {
  const { call, changes = [], input, undone } = way;
  const sent = await perform({ call, changes }, input, { key });
  const words = typeof undone === 'function' ? (sent.ok ? undone(sent) : '') : undone;
  sayUndone(sent, words, () => void takeBack(way, key));
};

/** Says what was done and offers Undo for ten seconds. Returns a function that closes the offer early. */
export const offerUndo = <C extends Call>(way: WayBack<C>): (() => void) => {
  const key = newAttemptKey();
  return toast.undo(way.said, () => void takeBack(way, key));
};
