import type { Events } from './events.ts';
import type { Log } from './log.ts';

/** Sends something to an outside service, and logs how that ended and how long it took. */
export const observeSend = async <T extends { readonly kind: string }>(
  log: Log,
  sent: Pick<Events['send'], 'kind' | 'count'>,
  send: () => Promise<T>,
): Promise<T> => {
  const begun = performance.now();
  const write = (outcome: string) =>
    log.event('send', { ...sent, outcome, ms: Math.round(performance.now() - begun) });
  try {
    const reply = await send();
    write(reply.kind);
    return reply;
  } catch (error) {
    write('failed');
    throw error;
  }
};
