import type { Call, OutputOf, ReasonOf } from '@homecare/domain/call.ts';
import {
  type Done,
  type FieldError,
  type Reason,
  type Refusal,
  refuseFields,
} from '@homecare/domain/errors.ts';
import { useRef, useState } from 'react';
import { isBehind, type Sent, type SentOf } from '../answer.ts';
import type { SendInput } from '../call-request.ts';
import { newAttemptKey, type SendOptions, send } from '../send.ts';
import { sendFile, type UploadOptions } from '../send-file.ts';
import { markAnswersStale } from '../stale-answers.ts';
import { toast } from '../toasts.ts';

export interface Sending<C extends Call> {
  readonly call: C;
  /** Reading calls whose answers become stale. */
  readonly changes?: readonly Call[] | 'everything';
  /** Retries under the same key if the answer was lost. By default only for calls that create something. */
  readonly keyed?: boolean;
}

/** A retry after a lost answer uses the same key. Different input, or a request after an answer, gets a new one. */
const useAttemptKeys = () => {
  const open = useRef(new Map<string, string>());
  return {
    keyOf: (input: unknown) => {
      const text = JSON.stringify(input);
      const key = open.current.get(text) ?? newAttemptKey();
      open.current.set(text, key);
      return key;
    },
    settle: (input: unknown, sent: Sent<unknown, Reason>) => {
      if (sent.ok || sent.reason !== 'unavailable') open.current.delete(JSON.stringify(input));
    },
  };
};

/** The input of a call, with the file of an upload. */
export interface Wanted<C extends Call> {
  readonly input: SendInput<C>;
  readonly file?: File;
}

interface Performing extends UploadOptions, SendOptions {
  readonly file?: File | undefined;
}

/** Sends one request and marks stale answers, for menu entries and services that cannot use a hook. */
export const perform = async <C extends Call>(
  { call, changes = [] }: Pick<Sending<C>, 'call' | 'changes'>,
  input: SendInput<C>,
  { file, ...options }: Performing = {},
): Promise<SentOf<C>> => {
  const sent = file ? await sendFile(call, input, file, options) : await send(call, input, options);
  const refresh = () => markAnswersStale(changes);
  if (sent.ok || isBehind(sent)) await refresh();
  // The request may have succeeded. Do not make the user wait for the refresh.
  else if (sent.reason === 'unavailable') void refresh();
  return sent;
};

/** Reports the outcome of an undo. One that did not reach the server can be repeated. */
export const sayUndone = (sent: Done<unknown> | Refusal<Reason>, done: string, again: () => void) => {
  if (sent.ok) toast.success(done);
  else if (sent.reason === 'unavailable') toast.undoAgain(`Not undone. ${sent.info}`, again);
  else toast.error(sent.info);
};

/** Ignores a second press, with undefined, while the first is under way. */
const useOnce = <I>() => {
  const underWay = useRef(false);
  const [wanted, setWanted] = useState<{ readonly input: I }>();
  return {
    isUnderWay: () => underWay.current,
    /** The input being processed. */
    wanted,
    once: async <T>(input: I, work: () => Promise<T>): Promise<T | undefined> => {
      if (underWay.current) return undefined;
      underWay.current = true;
      setWanted({ input });
      try {
        return await work();
      } finally {
        underWay.current = false;
        setWanted(undefined);
      }
    },
  };
};

/** Sends one request at a time. Both forms and single actions use it. */
export const useSending = <C extends Call>({ call, changes, keyed = call.creates === true }: Sending<C>) => {
  const attempts = useAttemptKeys();
  const [progress, setProgress] = useState<number>();
  const stopper = useRef(new AbortController());
  const { isUnderWay, wanted, once } = useOnce<Wanted<C>>();
  const sendOnce = async ({ input, file }: Wanted<C>): Promise<SentOf<C>> => {
    const attempt = [input, file?.name, file?.size, file?.lastModified];
    const key = keyed || file ? { key: attempts.keyOf(attempt) } : {};
    const { signal } = stopper.current;
    const sent = await perform({ call, ...(changes && { changes }) }, input, {
      ...key,
      file,
      signal,
      onProgress: setProgress,
    });
    attempts.settle(attempt, sent);
    return sent;
  };
  return {
    pending: wanted !== undefined,
    isUnderWay,
    /** The input being sent, for example to mark the button of its row. */
    wanted: wanted?.input,
    /** Upload progress from 0 to 1. */
    progress: wanted && progress,
    /** Cancels an upload; the server keeps nothing of it. */
    stop: () => stopper.current.abort(),
    /** Returns undefined if another request was under way and nothing was sent, or if it was stopped. */
    run: (next: Wanted<C>, then?: (sent: SentOf<C>) => Promise<void>): Promise<SentOf<C> | undefined> =>
      once(next, async () => {
        stopper.current = new AbortController();
        if (next.file) setProgress(0);
        const sent = await sendOnce(next);
        if (stopper.current.signal.aborted) return undefined;
        await then?.(sent);
        return sent;
      }),
  };
};

/** Progress of work with several parts. */
export interface Progress {
  readonly done: number;
  readonly all: number;
}

const sentencesOf = (ended: unknown): readonly string[] =>
  [ended].flat().filter((sentence) => typeof sentence === 'string');

/** Work of several requests, or one that ends with a file; also only once at a time. If it returns sentences, they say why it stopped. */
export const useTask = <I = void, T = unknown, P = Progress>(
  work: (input: I, report: (progress: P) => void) => Promise<T>,
) => {
  const { once, wanted } = useOnce<I>();
  const [progress, setProgress] = useState<P>();
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const run = (input: I): Promise<T | undefined> =>
    once(input, async () => {
      setRefusals([]);
      try {
        const ended = await work(input, (next) => setProgress(() => next));
        setRefusals(sentencesOf(ended));
        return ended;
      } finally {
        setProgress(undefined);
      }
    });
  const [refusal] = refusals;
  return { pending: wanted !== undefined, progress, refusal, refusals, forget: () => setRefusals([]), run };
};

interface Press<C extends Call> {
  readonly file?: File;
  readonly onDone?: ((sent: Done<OutputOf<C>>, input: SendInput<C>) => void) | undefined;
}

export interface ActionOptions<C extends Call> extends Sending<C> {
  readonly onDone?: (sent: Done<OutputOf<C>>, input: SendInput<C>) => void;
  /** The same rules as on the server. Their errors are shown at once and nothing is sent. */
  readonly check?: (wanted: Wanted<C>) => FieldError | undefined;
  /** Without it a refusal is shown as a toast. */
  readonly onRefused?: (refusal: Refusal<ReasonOf<C>>, input: SendInput<C>) => void;
  /** Called after any outcome, for example to close the question. */
  readonly onEnd?: () => void;
}

/** An action without input by typing: a button, switch, menu entry or confirmation. */
export const useAction = <C extends Call>(options: ActionOptions<C>) => {
  const { check, onDone, onRefused, onEnd, ...sending } = options;
  const { pending, wanted, run, progress, stop } = useSending(sending);
  const [refusal, setRefusal] = useState<Refusal<ReasonOf<C>>>();
  return {
    pending,
    input: wanted?.input,
    progress,
    stop,
    /** Why the last try failed. */
    refusal,
    forget: () => setRefusal(undefined),
    /** A single press can pass its own `onDone`. */
    run: async (input: SendInput<C>, { file, onDone: then = onDone }: Press<C> = {}): Promise<void> => {
      setRefusal(undefined);
      const next = file ? { input, file } : { input };
      const fault = check?.(next);
      const sent = fault ? refuseFields([fault]) : await run(next);
      if (!sent) return;
      if (sent.ok) then?.(sent, input);
      else {
        setRefusal(sent);
        if (onRefused) onRefused(sent, input);
        else toast.error(sent.info);
      }
      onEnd?.();
    },
  };
};
