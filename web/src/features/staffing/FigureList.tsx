import classes from './Plan.module.css';

/** One figure: what counts, and what it means below it. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly more: string;
  readonly tone?: 'warn' | 'mute';
}

/** Figures beside each other. */
export const FigureList = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl>
    {figures.map(({ name, value, more, tone }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={classes.value} data-tone={tone}>
          {value}
        </dd>
        <dd className="ink2">{more}</dd>
      </div>
    ))}
  </dl>
);
