import { done } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/family/own-contract.ts';
import { nextDays, pastDays, sayCaregiver } from '@homecare/domain/family/rules.ts';
import { familyLanguage } from '@homecare/domain/family/schema.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCaseOfFamily } from '../platform/http/bind.ts';
import { type ClientVisit, listClientVisits } from '../schedule/client-visits.ts';
import { findFirstName, setLanguage } from './queries.ts';

/** What the family's page shows about the client of its invitation (docs/rules/family.md, rule 2). */

export const getPage: UseCaseOfFamily<typeof calls.getPage> = async ({ family, settings, site, user }) => {
  const { agency, phone } = settings.paper.letterhead;
  return done({
    name: user.fullName,
    client: await findFirstName(site.db, family.clientId),
    agreed: [...family.agreed],
    language: familyLanguage(family.language),
    agency: agency || site.title,
    phone,
    zone: settings.timeZone,
  });
};

export const chooseLanguage: UseCaseOfFamily<typeof calls.chooseLanguage> = (scope, { language }) =>
  mutate(scope, 'familyPage.chooseLanguage', async (tx, record) => {
    const { id, language: before } = scope.family;
    await setLanguage(tx, id, language);
    record({ entity: 'familyMember', id, action: 'update', changes: { language: [before, language] } });
    return done(null);
  });

const shown = ({ planId, day, date, start, end, caregiver }: ClientVisit) => ({
  key: `${planId}-${day}`,
  date,
  start,
  end,
  caregiver: caregiver && sayCaregiver(caregiver),
});

export const listVisits: UseCaseOfFamily<typeof calls.listVisits> = async (scope) => {
  const days = nextDays(scope.today().toString());
  const visits = await listClientVisits(scope, scope.family.clientId, days);
  return done(visits.filter(({ date, Status }) => days.from <= date && Status === 'Planned').map(shown));
};

export const listArrivals: UseCaseOfFamily<typeof calls.listArrivals> = async (scope) => {
  const visits = await listClientVisits(scope, scope.family.clientId, pastDays(scope.today().toString()));
  const arrived = visits.filter(({ startedAt }) => startedAt !== null).toReversed();
  return done(arrived.map((visit) => ({ ...shown(visit), arrived: visit.startedAt, left: visit.endedAt })));
};
