import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import classes from './Authorizations.module.css';
import { type LookedFor, STAKES, type Tile, toneOfTile } from './stake.ts';

interface StakeTilesProps {
  readonly tiles: readonly Tile[];
  /** Undefined during the first load. */
  readonly lines: number | undefined;
  readonly value: LookedFor['kind'];
  readonly onChange: (kind: LookedFor['kind']) => void;
}

const noteOf = ({ kind, cents, units }: Tile) => {
  const lost = kind === 'any' ? '' : ` ${STAKES[kind].lost}`;
  return `${cents === null ? counted(units, 'unit') : showMoney(cents)}${lost}`;
};

/** What is at stake, by reason. Pressing a tile filters the list to its lines. */
export const StakeTiles = ({ tiles, lines, value, onChange }: StakeTilesProps) => (
  <fieldset className={classes.tiles} aria-label="At stake">
    {tiles.map((tile) => (
      <button
        key={tile.kind}
        type="button"
        className={classes.tile}
        data-tone={tile.lines > 0 ? toneOfTile(tile) : undefined}
        aria-pressed={tile.kind === value}
        onClick={() => onChange(tile.kind === value ? 'all' : tile.kind)}
      >
        <span className={classes.name}>{tile.kind === 'any' ? 'At stake' : STAKES[tile.kind].title}</span>
        <span className={classes.figure}>
          {lines === undefined
            ? '–'
            : tile.kind === 'any'
              ? noteOf(tile)
              : tile.lines.toLocaleString('en-US')}
        </span>
        <span className={classes.note}>
          {lines === undefined
            ? 'counting'
            : tile.kind === 'any'
              ? `${tile.lines} of ${counted(lines, 'line')}`
              : noteOf(tile)}
        </span>
      </button>
    ))}
  </fieldset>
);
