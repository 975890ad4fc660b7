import { codeOf } from '../claims/claim-file.ts';
import { joinName } from '../person-name.ts';
import type { Benefit, EligibilityFile, MemberAnswer } from './271.ts';
import { isOtherInsurance } from './271-words.ts';
import type { EligibilityStatus } from './statuses.ts';

/** Turns the payer's answers about its members into entries for our clients. */

export interface KnownClient {
  readonly id: number;
  readonly medicaid: string | null;
  readonly dob: string | null;
}

/** Somebody in one of our requests. */
export interface AskedMember {
  readonly trace: string;
  readonly clientId: number;
  /** The member number as it was sent. */
  readonly memberId: string;
  /** The day of the request. */
  readonly date: string;
}

export interface AnswerEntry {
  readonly clientId: number;
  readonly status: EligibilityStatus;
  readonly date: string;
  readonly start: string | null;
  readonly end: string | null;
  readonly data: Readonly<Record<string, string>>;
  readonly raw: string;
  readonly trace: string | null;
}

export interface MatchedAnswers {
  readonly entries: readonly AnswerEntry[];
  /** Members who are not ours, and what the payer refused as a whole, one sentence each. */
  readonly unmatched: readonly string[];
  /** Members who have coverage, but none that the payer calls HCBS. */
  readonly withoutHcbs: number;
}

interface EligibilityResult extends Pick<AnswerEntry, 'status' | 'start' | 'end'> {
  readonly benefit: Benefit | null;
}

/** Service 30 is the coverage as a whole. If a payer only lists single services, those stand for it. */
const ofPlan = (benefits: readonly Benefit[]): readonly Benefit[] => {
  const whole = benefits.filter(({ services }) => services.length === 0 || services.includes('30'));
  return whole.length > 0 ? whole : benefits;
};

const byEnd = (a: Benefit, b: Benefit) => ((a.end ?? '9999') < (b.end ?? '9999') ? -1 : 1);

const spanOnce = (benefits: readonly Benefit[]) => [
  ...new Map(benefits.map((one) => [JSON.stringify([one.plan, one.start, one.end]), one])).values(),
];

/** Coverage called HCBS takes precedence, then active coverage over ended coverage. */
const resultsOf = ({ benefits, refusals }: MemberAnswer): EligibilityResult[] => {
  const ours = benefits.filter(
    ({ coverage, insurance }) => coverage !== null && !isOtherInsurance(insurance),
  );
  const entry = (status: EligibilityStatus, benefit: Benefit): EligibilityResult => ({
    status,
    start: benefit.start,
    end: benefit.end,
    benefit,
  });
  const named = ours.filter(({ hcbs }) => hcbs);
  for (const group of [named, ofPlan(ours)]) {
    const active = group.filter(({ coverage }) => coverage === 'active');
    if (active.length > 0 && group === named) return spanOnce(active).map((one) => entry('Eligible', one));
    const last = active.toSorted(byEnd).at(-1);
    if (last) return [entry('Eligible', last)];
    const over = group.toSorted(byEnd).at(-1);
    if (over) return [entry('Not eligible', over)];
  }
  const nothing = { start: null, end: null, benefit: null };
  return [{ status: refusals.length > 0 ? 'Refused' : 'Unclear', ...nothing }];
};

const MOST = 300;
const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text);

const dataOf = (
  { memberId, refusals }: MemberAnswer,
  { status, benefit }: EligibilityResult,
  isTest: boolean,
) => {
  const values: readonly (readonly [string, string | null | undefined])[] = [
    ['Reason', refusals.length > 0 ? refusals.join(' ') : null],
    ['Plan', benefit?.plan],
    ['HCBS', status === 'Eligible' && !benefit?.hcbs ? 'not named' : null],
    ['Message', benefit && benefit.messages.length > 0 ? benefit.messages.join(' ') : null],
    ['Medicaid', memberId],
    ['Test', isTest ? 'yes' : null],
  ];
  return Object.fromEntries(values.flatMap(([name, value]) => (value ? [[name, cut(value)]] : [])));
};

const nameOf = ({ lastName, firstName, memberId, at }: MemberAnswer) =>
  `${joinName(lastName, firstName) || 'A member without a name'} (${memberId ?? 'no number'}, segment ${at})`;

export const matchEligibility = (
  file: EligibilityFile,
  clients: readonly KnownClient[],
  asked: readonly AskedMember[],
): MatchedAnswers => {
  const byNumber = Map.groupBy(clients, ({ medicaid }) => codeOf(medicaid));
  const byId = new Map(clients.map((client) => [client.id, client]));
  const byTrace = new Map(asked.map((member) => [member.trace, member]));
  const entries: AnswerEntry[] = [];
  const unmatched = file.refusals.map((reason) => `The payer rejected the whole file: ${reason}`);
  let withoutHcbs = 0;

  /** Found by our number of the question, or else by the member number. Both must mean the same person. */
  const clientOf = (member: MemberAnswer): KnownClient | string => {
    const number = codeOf(member.memberId);
    const question = byTrace.get(member.trace ?? '');
    // A payer that does not know the member may return no member number.
    const isOfQuestion = question && (number === '' || number === codeOf(question.memberId));
    const [found, other] = isOfQuestion ? [byId.get(question.clientId)] : (byNumber.get(number) ?? []);
    if (number === '' && !isOfQuestion) return 'it has no member number and answers none of our questions.';
    if (!found) return 'no client has this Medicaid number.';
    if (other) return 'two clients have this Medicaid number.';
    if (member.refusals.length === 0 && member.born && found.dob && member.born !== found.dob)
      return 'the client with this Medicaid number was born on another day.';
    return found;
  };

  for (const member of file.members) {
    const client = clientOf(member);
    if (typeof client === 'string') {
      unmatched.push(`${nameOf(member)}: ${client}`);
      continue;
    }
    const question = byTrace.get(member.trace ?? '');
    const results = resultsOf(member);
    if (results.some(({ status, benefit }) => status === 'Eligible' && !benefit?.hcbs)) withoutHcbs += 1;
    for (const result of results)
      entries.push({
        clientId: client.id,
        status: result.status,
        date: question?.date ?? file.date,
        start: result.start,
        end: result.end,
        data: dataOf(member, result, file.usage === 'T'),
        raw: member.raw,
        trace: member.trace,
      });
  }
  return { entries, unmatched, withoutHcbs };
};
