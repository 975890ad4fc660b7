import { EXPIRY_RULES } from '@homecare/domain/notices/expiry-rules.ts';
import { type NoticePerson, noticesOn } from '@homecare/domain/notices/rules.ts';
import type { Notice } from '@homecare/domain/notices/schema.ts';
import { count, countBy, date, text } from '@homecare/domain/reports/table.ts';
import { loadExcluded } from '../../care-plans/service.ts';
import { loadNoticePeople } from '../../notices/service.ts';
import { peopleById } from '../queries.ts';
import { declarePage } from './declare.ts';
import { inGroup } from './facts.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly what: string;
  /** As it stands in the record. */
  readonly date: string | null;
  readonly due: string | null;
  readonly state: string;
  readonly words: string;
}

const ruleOf = (key: string) => EXPIRY_RULES.find((rule) => rule.key === key);

const dateOf = (person: NoticePerson, key: string): string | null => {
  const field = ruleOf(key)?.field;
  return field === undefined || field === 'excluded' ? null : (person[field] ?? null);
};

const stateOf = ({ tone, day, text: words }: Notice) =>
  tone === 'warn' ? 'Soon' : day === null && !words.includes('expired') ? 'Missing or wrong' : 'Expired';

const rowOf = (notice: Notice, kind: string, stored: string | null): Row => ({
  id: notice.id,
  name: notice.name,
  kind,
  what: ruleOf(notice.rule)?.label ?? notice.rule,
  date: stored,
  due: notice.day,
  state: stateOf(notice),
  words: notice.text,
});

/** Everything that has run out or soon will, of active people and plans, by the rules of the notices. */
export const expiringDocuments = declarePage<Row>({
  name: 'Expiring Documents',
  file: 'ExpiringDocuments',
  side: 'people',
  inputs: ['date', 'type'],
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters }) => {
    const { capabilities } = scope.settings;
    const [people, plans, all] = await Promise.all([
      loadNoticePeople(scope),
      loadExcluded(scope),
      peopleById(scope),
    ]);
    // Both states, whatever the menus of the toolbar show.
    const judge = noticesOn(Temporal.PlainDate.from(parameters.date), { ...capabilities, premium: true });
    const isExpiry = ({ rule }: Notice) => ruleOf(rule) !== undefined;
    const isIn = ({ ID, kind }: NoticePerson) => {
      const person = all.get(ID);
      return (
        parameters.type === 'all' ||
        (kind === 'Client' && person !== undefined && inGroup(parameters.type)(person))
      );
    };
    return [
      ...people.filter(isIn).flatMap((person) =>
        judge
          .ofPerson(person)
          .filter(isExpiry)
          .map((notice) => rowOf(notice, person.kind, dateOf(person, notice.rule))),
      ),
      ...(parameters.type === 'all'
        ? plans.data.flatMap((plan) =>
            judge
              .ofPlan(plan)
              .filter(isExpiry)
              .map((notice) => rowOf(notice, 'Care plan', plan.excluded)),
          )
        : []),
    ];
  },
  layout: ({ parameters }) => ({
    noun: ['entry', 'entries'],
    order: ({ due, name, id, what }) => [due, name, id, what],
    columns: [
      text('Person', 30, ({ name }) => name),
      text('Kind', 10, ({ kind }) => kind),
      text('What', 24, ({ what }) => what),
      date('Date', (row) => row.date),
      date('Due', ({ due }) => due),
      text('State', 16, ({ state }) => state),
      count(
        'Days',
        ({ due }) =>
          due === null
            ? null
            : Temporal.PlainDate.from(parameters.date).until(due, { largestUnit: 'days' }).days,
        { total: false },
      ),
    ],
    summaries: (rows) => [countBy('By rule', 'What', rows, ({ what }) => what)],
  }),
});
