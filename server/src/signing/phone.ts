import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/signing/contract.ts';
import type { SignerRole } from '@homecare/domain/signing/schema.ts';
import { attemptTime } from '@homecare/domain/visits/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { findVisit } from '../visits/service.ts';
import { currentContent, isSameContent } from './content.ts';
import { findRequest, selectOwnPlans, selectOwnVisits, selectRequests } from './queries.ts';
import { openRequest } from './service.ts';
import { documentOf, takeSignature } from './signing.ts';

/** Signing on the caregiver's phone: own visits and care plans alone. */

/** The phone shows today and the day before; a day more for nights. */
const VISIT_DAYS = 3;

export const listOwnSigning: UseCase<typeof calls.listOwnSigning> = async (scope) => {
  const since = scope.today().subtract({ days: VISIT_DAYS }).toString();
  const [plans, visits] = await Promise.all([selectOwnPlans(scope), selectOwnVisits(scope, since)]);
  return done({ plans, visits });
};

/** A care plan of this caregiver that is to be signed. */
const findOwnRequest = async (
  scope: Scope,
  by: { readonly planId: number } | { readonly requestId: number },
) => {
  const own = (await selectOwnPlans(scope)).find((plan) =>
    'planId' in by ? plan.planId === by.planId : plan.requestId === by.requestId,
  );
  return own && findRequest(scope.site.db, own.requestId);
};

export const printOwnRequest: UseCase<typeof calls.printOwnRequest> = async (scope, { planId }) => {
  const request = await findOwnRequest(scope, { planId });
  return request ? answerPdf(scope, await documentOf(scope, request, [])) : refuse('notFound');
};

/** Visits are signed without being asked for: what is to be signed is made with the first signature. */
const openVisit = async (scope: Scope, visitId: number, role: SignerRole): Promise<Result<number>> => {
  const visit = await findVisit(scope.site.db, scope, visitId);
  if (!visit) return refuse('notFound');
  const subject = { planId: visit.CareID, visitId };
  const [last] = await selectRequests(scope.site.db, subject);
  const now = await currentContent(scope, subject);
  if (!now.ok) return now;
  if (last && isSameContent(last, now.data) && last.signers.some((signer) => signer.role === role))
    return done(last.id);
  const opened = await openRequest(scope.ofPart(), 'signing.sign', { ...subject, roles: [role] });
  return opened.ok ? done(opened.insertId ?? 0) : opened;
};

export const signOnPhone: UseCase<typeof calls.signOnPhone> = async (scope, input) => {
  const { requestId, visitId, role, name, ink, confirmed } = input;
  const found =
    visitId !== null
      ? await openVisit(scope, visitId, role)
      : requestId !== null && (await findOwnRequest(scope, { requestId }))
        ? done(requestId)
        : refuse('notFound');
  if (!found.ok) return found;
  const { at } = attemptTime(scope.now(), Temporal.Instant.from(input.at));
  const given = { role, name, ink, confirmed, by: 'phone', at, agent: null } as const;
  return takeSignature(scope, 'signing.sign', { requestId: found.data, ...given });
};
