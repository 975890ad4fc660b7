import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import { castOf } from './example-people.ts';
import type { ExamplePlan, Placed } from './example-plans.ts';
import { randomOf } from './example-random.ts';

/**
 * Last month's answers about the eligibility of clients paid by Medicaid: most are valid for months, a few end soon or have ended.
 * `hasCast`: everyone in the cast is eligible except the one who is there to show otherwise.
 */
export const exampleEligibility = (
  clients: readonly Placed[],
  { today, hasCast }: { readonly today: Temporal.PlainDate; readonly hasCast: boolean },
) =>
  clients.flatMap((client, index) => {
    const { id, serial, draft } = client;
    if (draft.PrivateClient || !isActive(draft)) return [];
    const r = randomOf(`eligibility ${serial}`);
    const cast = hasCast ? castOf('Client')[index] : undefined;
    const end = r.weighted([
      [today.add({ days: r.int(40, 330) }), 93],
      [today.add({ days: r.int(3, 26) }), 4],
      [today.subtract({ days: r.int(1, 12) }), 3],
    ]);
    const shown = !cast
      ? end
      : cast.with === 'eligibilityExpired'
        ? today.subtract({ days: 6 })
        : today.add({ days: 200 });
    return [
      {
        clientId: id,
        status: 'Eligible',
        date: today.subtract({ days: r.int(13, 34) }).toString(),
        start: shown.subtract({ years: 1 }).add({ days: 1 }).toString(),
        end: shown.toString(),
        data: { Program: 'Health First Colorado', Waiver: 'HCBS EBD' },
      },
    ];
  });

/**
 * A few timesheets of this month and the last that came back with errors. `hasCast`: including those of the demo caregiver's first
 * two clients, one and two months ago.
 */
export const exampleScanErrors = (
  plans: readonly ExamplePlan[],
  ids: readonly number[],
  { today, hasCast }: { readonly today: Temporal.PlainDate; readonly hasCast: boolean },
) =>
  plans.flatMap(({ draft }, index) => {
    const planId = ids[index];
    const r = randomOf(`scan ${index}`);
    const isShown = hasCast && index < 2;
    const isChosen = isShown || r.chance(plans.length < 100 ? 0.1 : 0.02);
    if (planId === undefined || draft.Status !== 'Active' || !isChosen) return [];
    const isThisMonth = !isShown && today.day > 18 && r.chance(0.4);
    const month = today
      .subtract({ months: isShown ? index + 1 : isThisMonth ? 0 : 1 })
      .toPlainYearMonth()
      .toString();
    if (draft.StartDate === null || draft.StartDate.slice(0, 7) > month) return [];
    const count = r.weighted([
      [1, 80],
      [2, 20],
    ]);
    return [
      {
        planId,
        month,
        period: isThisMonth || r.chance(0.5) ? (0 as const) : (1 as const),
        errors: r.some([1, 2, 3, 4, 5, 6], count),
      },
    ];
  });
