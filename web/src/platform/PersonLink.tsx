import classes from './PersonLink.module.css';
import { PlaceLink } from './PlaceLink.tsx';
import { personPath } from './person-path.ts';

interface PersonLinkProps {
  readonly id: number;
  readonly name: string;
  /** Set inside a grid, which handles the keys itself. */
  readonly inGrid?: boolean;
}

/** A person's name that links to that person's page. */
export const PersonLink = ({ id, name, inGrid = false }: PersonLinkProps) => (
  <PlaceLink place={{ to: personPath(id) }} className={classes.link} inGrid={inGrid}>
    {name}
  </PlaceLink>
);
