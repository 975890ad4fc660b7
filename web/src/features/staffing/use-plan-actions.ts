import { counted } from '@homecare/domain/counted.ts';
import { listOpenVisits, type Proposal, type ProposalLine } from '@homecare/domain/staffing/contract.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { createTask } from '../../platform/form/shared-task.ts';
import { perform, useTask } from '../../platform/form/use-action.ts';
import { keep } from '../../platform/kept.ts';
import { readNow } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { markAnswersStale } from '../../platform/stale-answers.ts';
import { toast } from '../../platform/toasts.ts';
import { COVER_VISITS, OFFER_VISIT, UNCOVER_VISITS } from './api.ts';
import { type NotDone, sayNotDone } from './plan-words.ts';

/** A line for which the proposal has somebody who can come. */
export interface Filled extends ProposalLine {
  readonly ProviderID: number;
}
export const filledLines = ({ lines }: Proposal): Filled[] =>
  lines.flatMap(({ ProviderID, ...line }) =>
    ProviderID === null || line.whyNot !== null ? [] : [{ ...line, ProviderID }],
  );

const showNotDone = (what: string, refused: readonly NotDone[]) => {
  if (refused.length > 0) toast.error(sayNotDone(what, refused));
};

/** How far assigning or taking back is: it goes on where the page is left. */
interface Working {
  readonly what: 'Assigning' | 'Taking back';
  readonly done: number;
  readonly all: number;
}
const working = createTask<Working>();
export const useWorking = working.useProgress;

type AssignedVisit = Pick<OpenVisit, 'planId' | 'day' | 'date' | 'Client'>;

/** What was assigned last: it can be taken back from here until it is, or others are assigned. */
export const ASSIGNED = 'schedule.plan.assigned';
export const NONE_ASSIGNED: { readonly visits: readonly AssignedVisit[]; readonly at: string } = {
  visits: [],
  at: '',
};

/** Milliseconds between two looks, and how many times as long as one took: beside the work that is looked at, looks are to cost little. */
const LOOK = 1_000;
const LOOK_TIMES = 20;

/** Each visit is stored by itself, in one action of which everybody hears once: how many are open any more says how far it is. */
const follow = async (
  what: Working['what'],
  visits: readonly AssignedVisit[],
  report: (next: Working) => void,
  isGoing: () => boolean,
): Promise<void> => {
  // A cover that begins after midnight is on the day after its own.
  const days = visits.flatMap(({ day, date }) => [day, date]).toSorted();
  const [from = '', through = from] = [days[0], days.at(-1)];
  let pause = LOOK;
  for (;;) {
    await new Promise((resolve) => window.setTimeout(resolve, pause));
    // One that ended meanwhile asks for nothing more.
    if (!isGoing()) return;
    const begun = performance.now();
    const open = await readNow(listOpenVisits, { from, through }).catch(() => undefined);
    if (!open || !isGoing()) return;
    pause = Math.max(LOOK, LOOK_TIMES * (performance.now() - begun));
    const keys = new Set(open.map(keyOf));
    const left = visits.filter((visit) => keys.has(keyOf(visit)) === (what === 'Assigning')).length;
    report({ what, done: visits.length - left, all: visits.length });
  }
};

const whileFollowed = <T>(
  what: Working['what'],
  visits: readonly AssignedVisit[],
  work: () => Promise<T>,
): Promise<T | undefined> =>
  working.run({ what, done: 0, all: visits.length }, (report, isGoing) => {
    void follow(what, visits, report, isGoing);
    return work();
  });

const keyOf = ({ planId, day }: Pick<AssignedVisit, 'planId' | 'day'>) => `${planId} ${day}`;

/** Those that an answer says could not be done, and why. */
const notDoneOf = (
  visits: readonly AssignedVisit[],
  outcomes: readonly { readonly planId: number; readonly day: string; readonly refused: string | null }[],
): NotDone[] => {
  const why = new Map(outcomes.map((one) => [keyOf(one), one.refused]));
  return visits.flatMap((visit) => {
    const refusal = why.get(keyOf(visit)) ?? null;
    return refusal === null ? [] : [{ visit, why: refusal }];
  });
};

/** All at once, so that everybody hears of all of theirs in one text. What the server did not hear can be taken back again. */
export const takeBack = async (assigned: readonly AssignedVisit[]): Promise<void> => {
  const visits = assigned.map(({ planId, day }) => ({ planId, day }));
  const sent = await whileFollowed('Taking back', assigned, () => perform(UNCOVER_VISITS, { visits }));
  if (!sent) return;
  if (!sent.ok) {
    toast.undoAgain(
      `Not undone: ${counted(visits.length, 'visit')}. ${sent.info}`,
      () => void takeBack(assigned),
    );
    return;
  }
  keep(ASSIGNED, NONE_ASSIGNED);
  const refused = notDoneOf(assigned, sent.data);
  const back = visits.length - refused.length;
  if (back > 0) toast.success(`Undone. ${counted(back, 'visit')} open again.`);
  showNotDone('taken back', refused);
};

/** Covers each line of the proposal; a line that was taken in the meantime says so and stops no other. */
export const useAssign = (lines: readonly Filled[], onDone: () => void) => {
  const isWorking = useWorking() !== null;
  const run = async () => {
    const visits = lines.map(({ visit: { planId, day, date, Client } }) => ({ planId, day, date, Client }));
    const covers = lines.map(({ visit: { planId, day }, ProviderID: providerId }) => ({
      planId,
      day,
      providerId,
    }));
    const sent = await whileFollowed('Assigning', visits, () => perform(COVER_VISITS, { covers }));
    if (!sent) return;
    if (!sent.ok) return toast.error(sent.info);
    const refused = notDoneOf(visits, sent.data);
    const made = visits.filter((visit) => !refused.some((one) => one.visit === visit));
    showNotDone('assigned', refused);
    if (made.length > 0) {
      keep(ASSIGNED, { visits: made, at: serverNow().toString() });
      toast.undo(`${counted(made.length, 'visit')} assigned`, () => void takeBack(made));
    }
    onDone();
  };
  return { pending: isWorking, run };
};

/**
 * Asks the caregiver of each line; the first yes takes the visit, and nothing is assigned before. Nobody gets more offers than the
 * agency sends one person a day: the earliest visits come first, and the office reads who was left out.
 */
export const useOffering = (lines: readonly Filled[]) =>
  useTask(async () => {
    const refused: NotDone[] = [];
    const later: string[] = [];
    for (const { visit, ProviderID, Provider } of lines) {
      const { planId, day } = visit;
      const asked = { planId, day, providerIds: [ProviderID], isLimited: true };
      const sent = await perform({ call: OFFER_VISIT.call }, asked);
      if (!sent.ok) refused.push({ visit, why: sent.info });
      else if (sent.data.leftOut !== undefined) refused.push({ visit, why: sent.data.leftOut });
      else if (sent.data.later !== null) later.push(sent.data.later);
      else if (sent.data.asked === 0) refused.push({ visit, why: `${Provider} was asked already.` });
    }
    await markAnswersStale(OFFER_VISIT.changes);
    const sent = lines.length - refused.length - later.length;
    if (sent > 0) toast.success(`${counted(sent, 'offer')} sent. The first yes takes the visit.`);
    if (later[0]) toast.success(`Quiet hours: ${counted(later.length, 'offer')} will go out ${later[0]}.`);
    showNotDone('offered', refused);
  });
