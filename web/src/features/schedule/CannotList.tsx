import { obstacleGroups } from '@homecare/domain/schedule/candidate-answer.ts';
import type { Candidate } from '@homecare/domain/staffing/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import classes from './Cover.module.css';

type Cannot = Pick<Candidate, 'ProviderID' | 'Provider' | 'obstacle' | 'why'>;

/** Groups people by reason, so that each reason is shown once. */
const byReason = (candidates: readonly Cannot[]) =>
  [...Map.groupBy(candidates, ({ why }) => why ?? '')].map(
    ([why, of]) => [why, of.map(({ Provider }) => Provider)] as const,
  );

/** Who cannot come, by reason. */
export const CannotList = ({ candidates }: { readonly candidates: readonly Cannot[] }) => {
  const groups = obstacleGroups(candidates);
  if (groups.length === 0) return null;
  const count = sum(groups.map((group) => group.candidates.length));
  const words = groups.map((group) => `${group.candidates.length} ${group.words}`).join(', ');
  return (
    <details className={classes.cannot}>
      <summary>
        <b>{`${count} cannot`}</b> {words}
      </summary>
      {groups.map((group) => (
        <section key={group.obstacle}>
          <h4>{`${group.candidates.length} ${group.words}`}</h4>
          <ul>
            {byReason(group.candidates).map(([why, names]) => (
              <li key={why}>
                {names.length === 1
                  ? [names[0], why].filter(Boolean).join(': ')
                  : [why, names.join('; ')].filter(Boolean).join(': ')}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
};
