import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/signing/contract.ts';
import { VISIT_CHANGED } from '@homecare/domain/signing/rules.ts';
import type { ShownVisit } from '@homecare/domain/signing/schema.ts';
import { isAsShown } from '@homecare/domain/signing/shown.ts';
import { attemptTime, ONLINE_SECONDS } from '@homecare/domain/visits/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { findVisit } from '../visits/service.ts';
import { currentContent, isSameContent } from './content.ts';
import {
  findOwnRequest,
  findRequest,
  type SignerRow,
  selectOwnPlans,
  selectOwnVisits,
  selectRequests,
} from './queries.ts';
import { openRequest } from './service.ts';
import { documentOf, isSame, type Signing, takeSignature } from './signing.ts';

/** Signing on the caregiver's phone: own visits and care plans alone. */

/** The phone shows today and the day before; a day more for nights. */
const VISIT_DAYS = 3;

export const listOwnSigning: UseCase<typeof calls.listOwnSigning> = async (scope) => {
  const since = scope.today().subtract({ days: VISIT_DAYS }).toString();
  const [plans, visits] = await Promise.all([selectOwnPlans(scope), selectOwnVisits(scope, since)]);
  return done({ plans, visits });
};

export const printOwnRequest: UseCase<typeof calls.printOwnRequest> = async (scope, { planId }) => {
  const own = (await selectOwnPlans(scope)).find((plan) => plan.planId === planId);
  const request = own && (await findRequest(scope.site.db, own.requestId));
  return request ? answerPdf(scope, await documentOf(scope, request, [])) : refuse('notFound');
};

type Given = Omit<Signing, 'requestId'>;

/** The phone got no answer and sends it again: with the time of the tap, where the first one may have that of its arrival. */
const isSentAgain = ({ role, signature }: SignerRow, given: Given): boolean => {
  if (role !== given.role || !signature || !isSame(signature, given)) return false;
  const apart = given.at.since(Temporal.Instant.from(signature.at)).total('seconds');
  return Math.abs(apart) <= ONLINE_SECONDS + 1;
};

/** Visits are signed without being asked for: what is to be signed is made with the first signature. */
const openVisit = async (
  scope: Scope,
  visitId: number,
  shown: ShownVisit | null,
  given: Given,
): Promise<Result<number>> => {
  const visit = await findVisit(scope.site.db, scope, visitId);
  if (!visit) return refuse('notFound');
  const subject = { planId: visit.CareID, visitId };
  const requests = await selectRequests(scope.site.db, subject);
  const taken = requests.find(({ signers }) => signers.some((signer) => isSentAgain(signer, given)));
  if (taken) return done(taken.id);
  const now = await currentContent(scope, subject);
  if (!now.ok) return now;
  if (!shown || !isAsShown(visit, shown)) return refuse('conflict', VISIT_CHANGED);
  const [last] = requests;
  if (last && isSameContent(last, now.data) && last.signers.some(({ role }) => role === given.role))
    return done(last.id);
  const opened = await openRequest(scope.ofPart(), 'signing.sign', { ...subject, roles: [given.role] });
  return opened.ok ? done(opened.insertId ?? 0) : opened;
};

const openPlan = async (scope: Scope, requestId: number | null): Promise<Result<number>> => {
  const request = requestId === null ? undefined : await findOwnRequest(scope, requestId);
  return request ? done(request.id) : refuse('notFound');
};

export const signOnPhone: UseCase<typeof calls.signOnPhone> = async (scope, input) => {
  const { requestId, visitId, shown, role, name, ink, confirmed } = input;
  const { at } = attemptTime(scope.now(), Temporal.Instant.from(input.at));
  const given = { role, name, ink, confirmed, by: 'phone', at, agent: null } as const;
  const found =
    visitId === null ? await openPlan(scope, requestId) : await openVisit(scope, visitId, shown, given);
  return found.ok ? takeSignature(scope, 'signing.sign', { requestId: found.data, ...given }) : found;
};
