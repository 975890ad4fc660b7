import { counted } from '@homecare/domain/counted.ts';
import type { Proposal, ProposalLine } from '@homecare/domain/staffing/contract.ts';
import { perform, useAction, useTask } from '../../platform/form/use-action.ts';
import { markAnswersStale } from '../../platform/stale-answers.ts';
import { toast } from '../../platform/toasts.ts';
import { COVER_VISITS, OFFER_VISIT, UNCOVER_VISITS } from './api.ts';
import { type NotDone, sayNotDone } from './plan-words.ts';

/** A line for which the proposal has somebody. */
interface Filled extends ProposalLine {
  readonly ProviderID: number;
}
export const filledLines = ({ lines }: Proposal): Filled[] =>
  lines.flatMap(({ ProviderID, ...line }) => (ProviderID === null ? [] : [{ ...line, ProviderID }]));

const showNotDone = (what: string, refused: readonly NotDone[]) => {
  if (refused.length > 0) toast.error(sayNotDone(what, refused));
};

/** All at once, so that everybody hears of all of theirs in one text. What the server did not hear can be taken back again. */
const takeBack = async (lines: readonly ProposalLine[], onDone: () => void): Promise<void> => {
  const visits = lines.map(({ visit: { planId, day } }) => ({ planId, day }));
  const sent = await perform(UNCOVER_VISITS, { visits });
  if (!sent.ok) {
    toast.undoAgain(
      `Not undone: ${counted(lines.length, 'visit')}. ${sent.info}`,
      () => void takeBack(lines, onDone),
    );
    return;
  }
  const why = new Map(sent.data.map(({ planId, day, refused }) => [`${planId} ${day}`, refused]));
  const refused = lines.flatMap(({ visit }): NotDone[] => {
    const refusal = why.get(`${visit.planId} ${visit.day}`) ?? null;
    return refusal === null ? [] : [{ visit, why: refusal }];
  });
  const back = lines.length - refused.length;
  if (back > 0) toast.success(`Undone. ${counted(back, 'visit')} open again.`);
  showNotDone('taken back', refused);
  onDone();
};

/** Covers each line of the proposal; a line that was taken in the meantime says so and stops no other. */
export const useAssign = (lines: readonly Filled[], onDone: () => void) => {
  const action = useAction({
    ...COVER_VISITS,
    onDone: ({ data }) => {
      const whyNot = new Map(data.map(({ planId, day, refused }) => [`${planId} ${day}`, refused]));
      const outcomes = lines.map((line) => ({
        line,
        why: whyNot.get(`${line.visit.planId} ${line.visit.day}`) ?? null,
      }));
      const made = outcomes.filter(({ why }) => why === null).map(({ line }) => line);
      showNotDone(
        'assigned',
        outcomes.flatMap(({ line: { visit }, why }) => (why === null ? [] : [{ visit, why }])),
      );
      if (made.length > 0)
        toast.undo(`${counted(made.length, 'visit')} assigned`, () => void takeBack(made, onDone));
      onDone();
    },
  });
  const covers = lines.map(({ visit: { planId, day }, ProviderID: providerId }) => ({
    planId,
    day,
    providerId,
  }));
  return { pending: action.pending, run: () => action.run({ covers }) };
};

/** Asks the caregiver of each line; the first yes takes the visit, and nothing is assigned before. */
export const useOffering = (lines: readonly Filled[]) =>
  useTask(async () => {
    const refused: NotDone[] = [];
    const later: string[] = [];
    for (const { visit, ProviderID, Provider } of lines) {
      const { planId, day } = visit;
      const sent = await perform({ call: OFFER_VISIT.call }, { planId, day, providerIds: [ProviderID] });
      if (!sent.ok) refused.push({ visit, why: sent.info });
      else if (sent.data.later !== null) later.push(sent.data.later);
      else if (sent.data.asked === 0) refused.push({ visit, why: `${Provider} was asked already.` });
    }
    await markAnswersStale(OFFER_VISIT.changes);
    const sent = lines.length - refused.length - later.length;
    if (sent > 0) toast.success(`${counted(sent, 'offer')} sent. The first yes takes the visit.`);
    if (later[0]) toast.success(`Quiet hours: ${counted(later.length, 'offer')} will go out ${later[0]}.`);
    showNotDone('offered', refused);
  });
