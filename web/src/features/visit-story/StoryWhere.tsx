import type { VisitStory } from '@homecare/domain/visit-story/schema.ts';
import {
  drawPlaces,
  type PlaceDrawing,
  type PlacedMark,
  roundLength,
  sayLength,
} from '@homecare/domain/visit-story/where.ts';
import classes from './StoryWhere.module.css';

/** The drawing is 250 by 150; the list below it says the same in words. */
const [WIDTH, HEIGHT] = [250, 150];
const DOT = 5;

const Dot = ({ mark }: Pick<PlacedMark, 'mark'>) => {
  const half = DOT - 1;
  return mark === 'address' ? (
    <rect className={classes.address} x={-half} y={-half} width={2 * half} height={2 * half} />
  ) : (
    <circle className={classes[mark]} r={half} />
  );
};

const Scale = ({ perMetre }: { readonly perMetre: number }) => {
  const metres = roundLength(WIDTH / 3 / perMetre);
  const [from, y] = [8, HEIGHT - 8];
  const to = from + metres * perMetre;
  return (
    <>
      <path className={classes.scale} d={`M${from} ${y - 4}V${y}H${to}V${y - 4}`} />
      <text className={classes.length} x={to + 5} y={y}>
        {sayLength(metres)}
      </text>
    </>
  );
};

const Drawing = ({ drawing: { points, limit, reach } }: { readonly drawing: PlaceDrawing }) => {
  const perMetre = HEIGHT / 2 / reach;
  const at = ({ east, north }: Pick<PlacedMark, 'east' | 'north'>) =>
    [WIDTH / 2 + east * perMetre, HEIGHT / 2 - north * perMetre] as const;
  const checks = points.filter(({ mark }) => mark !== 'address');
  return (
    <svg className={classes.drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      {limit !== null && (
        <circle className={classes.limit} cx={WIDTH / 2} cy={HEIGHT / 2} r={limit * perMetre} />
      )}
      {checks.map((point) => {
        const [x, y] = at(point);
        return <line key={point.mark} className={classes.way} x1={WIDTH / 2} y1={HEIGHT / 2} x2={x} y2={y} />;
      })}
      {points.map((point) => (
        <g key={point.mark} transform={`translate(${at(point).join(' ')})`}>
          <Dot mark={point.mark} />
        </g>
      ))}
      <Scale perMetre={perMetre} />
    </svg>
  );
};

/** Where the visit began and ended beside the client's address. */
export const StoryWhere = ({ story }: { readonly story: VisitStory }) => {
  const drawing = drawPlaces(story);
  if (!drawing) return null;
  return (
    <section aria-label="Where">
      <h3>Where</h3>
      <Drawing drawing={drawing} />
      <ul className={classes.legend}>
        {drawing.points.map(({ mark, words, isOutside }) => (
          <li key={mark} data-tone={isOutside ? 'warn' : undefined}>
            <svg viewBox={`${-DOT} ${-DOT} ${2 * DOT} ${2 * DOT}`} aria-hidden>
              <Dot mark={mark} />
            </svg>
            {words}
          </li>
        ))}
        {drawing.limit !== null && (
          <li className="ink2">The circle is the limit: {sayLength(drawing.limit)}.</li>
        )}
      </ul>
    </section>
  );
};
