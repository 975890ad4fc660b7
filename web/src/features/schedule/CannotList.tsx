import { obstacleGroups } from '@homecare/domain/schedule/verdict.ts';
import type { Candidate } from '@homecare/domain/staffing/schema.ts';
import classes from './Cover.module.css';

type Cannot = Pick<Candidate, 'ProviderID' | 'Provider' | 'obstacle' | 'why'>;

/** Who cannot come, by reason. */
export const CannotList = ({ candidates }: { readonly candidates: readonly Cannot[] }) => {
  const groups = obstacleGroups(candidates);
  if (groups.length === 0) return null;
  const count = groups.reduce((all, group) => all + group.candidates.length, 0);
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
            {group.candidates.map((one) => (
              <li key={one.ProviderID}>{[one.Provider, one.why].filter(Boolean).join(': ')}</li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
};
