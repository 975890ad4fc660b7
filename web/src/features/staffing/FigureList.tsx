import classes from './Plan.module.css';

/** One figure: what counts, and what it means below it. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly more: string;
  readonly tone?: 'warn' | 'mute';
  /** Opens what it counts. */
  readonly onOpen?: () => void;
  /** The list beside it shows what it counts. */
  readonly isShown?: boolean;
}

interface NumberProps {
  readonly value: string;
  /** For those who listen: what is counted, and how many. */
  readonly label: string;
  readonly isShown?: boolean | undefined;
  readonly onOpen: () => void;
}

/** What a figure says of nothing. */
const NOTHING: readonly string[] = ['–', '0', '0 h'];
export const opensSomething = (value: string) => !NOTHING.includes(value);

/** A number that opens the list of what it counts; nothing to count opens nothing. */
export const FigureNumber = ({ value, label, isShown, onOpen }: NumberProps) =>
  opensSomething(value) ? (
    <button
      type="button"
      className={classes.number}
      aria-label={label}
      aria-pressed={isShown}
      onClick={onOpen}
    >
      {value}
    </button>
  ) : (
    value
  );

/** Figures beside each other. */
export const FigureList = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl>
    {figures.map(({ name, value, more, tone, onOpen, isShown }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={classes.value} data-tone={tone}>
          {onOpen ? (
            <FigureNumber value={value} label={`${name}: ${value}`} isShown={isShown} onOpen={onOpen} />
          ) : (
            value
          )}
        </dd>
        <dd className="ink2">{more}</dd>
      </div>
    ))}
  </dl>
);
