import classes from './PersonLink.module.css';
import { PlaceLink } from './PlaceLink.tsx';
import { personPath } from './person-path.ts';

interface PersonLinkProps {
  readonly id: number;
  readonly name: string;
  /** In a grid, whose own keys come to it. */
  readonly inGrid?: boolean;
}

/** The name of a person, wherever it is shown: it leads to the page of that person. */
export const PersonLink = ({ id, name, inGrid = false }: PersonLinkProps) => (
  <PlaceLink place={{ to: personPath(id) }} className={classes.link} inGrid={inGrid}>
    {name}
  </PlaceLink>
);
