import type { NoticePerson } from '@homecare/domain/notices/rules.ts';
import { sql } from 'kysely';
import { seenBy } from '../people/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Changed } from '../platform/db/changes.ts';
import { listedName } from '../platform/db/person-name.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { queryRows } from '../platform/db/rows.ts';
import { birthDate } from '../platform/sealed/birth-date.ts';
import { sealed } from '../platform/sealed/person.ts';

const who = sql`p.id as "ID", p.kind, ${listedName('p')} as name, ${birthDate('p')} as "DOB"`;

/** Some people, or everybody. */
type Ids = readonly number[] | undefined;
const among = (column: string, ids: Ids) => (ids ? sql`${sql.ref(column)} = ${anyOf(ids)}` : sql`true`);
const planned = (ids: Ids) => (ids ? PREPARED : sql``);

/** Every active provider with what the rules look at: one statement, whatever the size of the agency. */
export const listProviders = (scope: Scope, ids: Ids) =>
  queryRows<NoticePerson>(scope.site.db)`select ${who}, ${sealed.backgroundCheck('p')} as "BackgroundCheck",
      ${sealed.capsCheck('p')} as "capsCheck", ${sealed.idExpiration('p')} as "ID Expiration", ${sealed.staffEvaluation('p')} as "Staff Evaluation",
      ${sealed.safetyTraining('p')} as "Safety Training", ${sealed.skillValidation('p')} as "Skill Validation",
      ${sealed.workAuthorization('p')} as "Work Authorization Expiration",
      p.skill_not_need as "SkillNotNeed", ${sealed.covidVaccine('p')} as "covidVaccine", ${sealed.flushotVaccine('p')} as "flushotVaccine"
    from people p where p.cur = 'y' and p.kind = 'Provider' and ${among('p.id', ids)} and ${seenBy(scope, sql`p.id`)}
    order by p.sort_key, p.id ${planned(ids)}`;

const listClients = (scope: Scope, ids: Ids) =>
  queryRows<NoticePerson>(scope.site.db)`
    with ihss as (select distinct plan.client_id from care_plans plan join care_plan_types type on type.id = plan.type_id
        where plan.status = 'Active' and type.ihss and ${among('plan.client_id', ids)}),
      -- Of the newest request that was answered the span that ends last; one without an end holds on, and whoever is not
      -- eligible was so until the day before at the latest.
      -- The prior authorization that ends first among the types of active plans, each by its last one.
      pars as (select client_id, min(through) as through from (
          select par.client_id, max(par.through_date) as through from client_pars par
          where par.deleted is null and ${among('par.client_id', ids)} and exists (select from care_plans plan where plan.client_id = par.client_id
            and plan.type_id = par.type_id and plan.status = 'Active')
          group by par.client_id, par.type_id) last group by client_id),
      eligible as (select distinct on (client_id) client_id,
          case when status = 'Not eligible' then least(end_date, request_date - 1) else end_date end as end_date
        from eligibility_entries where deleted is null and status not in ('Refused', 'Unclear') and ${among('client_id', ids)}
        order by client_id, request_date desc, status = 'Not eligible',
          coalesce(end_date, 'infinity') desc, id desc)
    select ${who}, ${sealed.homeVisit('p')} as "Home Visit", ${sealed.caseManagerDate('p')} as "CaseManagerDate",
      ${sealed.benefitRenewal('p')} as "BenefitRenewal", ${sealed.clientSkillTraining('p')} as "ClientSkillTraning", ${sealed.field2('p')} as "Field2",
      ${sealed.telehealthConsent('p')} as "telehealthConsent", coalesce(pars.through, ${sealed.parExpiration('p')}) as "PAR Expiration", ihss.client_id is not null as ihss,
      eligible.end_date as "eligibilityEnd"
    from people p left join ihss on ihss.client_id = p.id left join eligible on eligible.client_id = p.id
      left join pars on pars.client_id = p.id
    where p.cur = 'y' and p.kind = 'Client' and ${among('p.id', ids)} and ${seenBy(scope, sql`p.id`)}
    order by p.sort_key, p.id ${planned(ids)}`;

/** Both at once: neither carries the columns of the other. */
export const listNoticePeople = async (scope: Scope, ids?: Ids): Promise<NoticePerson[]> =>
  (await Promise.all([listProviders(scope, ids), listClients(scope, ids)])).flat();

/** The people of whom changes may make something else to be said; authorizations are noted by their client. */
export const listTouchedPeople = async ({ site }: Scope, changed: Changed): Promise<number[]> => {
  const own = [...(changed.get('people') ?? []), ...(changed.get('pars') ?? [])];
  const others = ['carePlans', 'eligibility'].some((kind) => (changed.get(kind) ?? []).length > 0);
  if (!others) return [...new Set(own)];
  const rows = await queryRows<{ id: number }>(site.db)`
    select id from people where id = ${anyOf(own)}
    union select client_id from care_plans where id = ${anyOf(changed.get('carePlans'))}
    union select client_id from eligibility_entries where id = ${anyOf(changed.get('eligibility'))} ${PREPARED}`;
  return rows.map(({ id }) => id);
};

/** Whether something is said at a care plan of these people. */
export const isAtPlansOf = async ({ site }: Scope, people: readonly number[]): Promise<boolean> => {
  const [row] = await queryRows<{ found: boolean }>(site.db)`select exists (select from care_plans plan
    where (plan.provider_id = ${anyOf(people)} or plan.client_id = ${anyOf(people)})
      and (plan.excluded is not null or exists (select from scan_errors where plan_id = plan.id))) as found ${PREPARED}`;
  return row?.found ?? false;
};
