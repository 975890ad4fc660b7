import { fillOnPhone, listOwnForms } from '@homecare/domain/agency-forms/contract.ts';
import { getHours, getOwnWeek, listOwnTimeOff } from '@homecare/domain/availability/contract.ts';
import { listOwnOffers } from '@homecare/domain/offers/contract.ts';
import { listOwnSigning } from '@homecare/domain/signing/contract.ts';
import { listOwnCallOuts } from '@homecare/domain/staffing/contract.ts';
import { getEvvProvider } from '@homecare/domain/visits/contract.ts';
import { createOnce } from '../platform/form/once.ts';
import { markStale } from '../platform/query.ts';
import { newAttemptKey } from '../platform/send.ts';
import type { StoredRequest } from './attempts.ts';
import { addEntry, addTogether, readOutbox, readStored, useOutbox } from './outbox.ts';
import type { Request } from './request-entry.ts';
import { useWhenFewer } from './use-when-fewer.ts';

const entryOf = (request: Request) => ({ request, key: newAttemptKey(), refused: null });

/** Offers whose answer is being stored, where a second tap would not find it yet. */
const answering = createOnce<number>();

/** The first answer to an offer counts. A second tap is ignored, even after a reload. */
const keepAnswer = async (request: Extract<Request, { readonly kind: 'answer' }>): Promise<void> => {
  const { id } = request.input;
  await answering.run(id, async () => {
    const { requests } = await readStored();
    if (!requests.some((kept) => isAnswerTo(kept, id))) await addEntry(entryOf(request));
  });
};
const isAnswerTo = ({ request, refused }: StoredRequest, offer: number) =>
  refused === null && request.kind === 'answer' && request.input.id === offer;

/** Stores a request, then sends it. New hours replace those still waiting. */
export const keepRequest = async (request: Request): Promise<void> => {
  if (request.kind === 'answer') return keepAnswer(request);
  const older = request.kind === 'hours' ? readOutbox().requests.filter(isHours) : [];
  await addEntry(entryOf(request), older);
};
const isHours = ({ request }: StoredRequest) => request.kind === 'hours';

interface PhotoOfForm {
  readonly name: string;
  readonly data: string;
}

/**
 * Stores a form with its photos, which are sent first. Returns false if this phone cannot store all of it; then nothing is
 * stored or sent.
 */
export const keepForm = async (
  form: Omit<Extract<Request, { readonly kind: 'form' }>, 'kind' | 'mark'>,
  photos: readonly PhotoOfForm[],
  older: readonly StoredRequest[] = [],
): Promise<boolean> => {
  // Input that does not parse as a form could not be read back from disk either.
  const { data: input } = fillOnPhone.input.safeParse(form.input);
  if (!input) return false;
  const mark = newAttemptKey();
  const first = photos.map(({ name, data }) =>
    entryOf({ kind: 'formPhoto', input: { photo: name }, data, mark, isSent: false }),
  );
  return addTogether([...first, entryOf({ kind: 'form', ...form, input, mark })], older);
};

/** Requests that the server does not have yet. */
export const useWaitingRequests = () => useOutbox().requests.filter(({ refused }) => refused === null);

/** Reloads what another tab or the service worker has sent, because the screen would otherwise show the earlier state. */
export const useRequestsHere = () =>
  useWhenFewer(
    useWaitingRequests().length,
    () =>
      void markStale(
        getHours,
        getOwnWeek,
        listOwnTimeOff,
        listOwnCallOuts,
        listOwnOffers,
        listOwnSigning,
        listOwnForms,
        getEvvProvider,
      ),
  );
