import { showStamp } from '@homecare/domain/calendar.ts';
import { HEALTH_PARTS, type HealthLine } from '@homecare/domain/health/schema.ts';
import { Button } from '@mantine/core';
import { failureOf } from '../../platform/query.ts';
import { StaleLine } from '../../platform/StaleLine.tsx';
import { useZone } from '../../platform/use-today.ts';
import { Note } from '../../ui/Note.tsx';
import { FreePage } from '../../ui/Page.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useHealth } from './api.ts';
import classes from './HealthPage.module.css';
import { PART_WORDS, STATE_WORDS, sumUp } from './health-words.ts';

const Line = ({ part, state, words, advice }: HealthLine) => (
  <li className={classes.line} data-state={state}>
    <h2 className={classes.part}>{PART_WORDS[part]}</h2>
    <div className={classes.words}>
      <p>{words}</p>
      {advice && <p className={classes.advice}>{advice}</p>}
    </div>
    <Pill tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].word}</Pill>
  </li>
);

/** In the place of the lines. */
const HealthSkeleton = () => (
  <Skeleton label="Loading health…">
    <SkeletonLine height={54} />
    {HEALTH_PARTS.map((part) => (
      <SkeletonLine key={part} height={48} />
    ))}
  </Skeleton>
);

/** /health: whether the server is well, in a sentence for each part (docs/rules/health.md). */
export const HealthPage = () => {
  const query = useHealth();
  const zone = useZone();
  const failure = failureOf(query, 'Couldn’t load health');
  const { data } = query;
  if (!data) return <FreePage>{failure ? <ErrorState {...failure} /> : <HealthSkeleton />}</FreePage>;
  const { words, tone } = sumUp(data.lines);
  return (
    <FreePage>
      <div className={classes.page}>
        <StaleLine query={query} />
        <Note tone={tone} actions={<Button onClick={() => void query.refetch()}>Measure again</Button>}>
          <b>{words}</b> Measured {showStamp(data.at, zone)}
        </Note>
        <ul className={classes.lines} aria-label="Parts of the server">
          {data.lines.map((line) => (
            <Line key={line.part} {...line} />
          ))}
        </ul>
      </div>
    </FreePage>
  );
};
