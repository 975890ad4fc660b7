import type { ReactNode } from 'react';
import { failureOf } from '../../platform/query.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useSettings } from './api.ts';
import classes from './config.module.css';
import type { Stored } from './site-form.ts';

/** A part of Configuration that shows the site's settings once they have loaded. */
export const WithSettings = ({ children }: { readonly children: (settings: Stored) => ReactNode }) => {
  const query = useSettings();
  const failure = failureOf(query, 'Couldn’t load the settings');
  if (failure) return <ErrorState {...failure} />;
  if (!query.data)
    return (
      <p className={classes.content} role="status">
        Loading settings…
      </p>
    );
  return children(query.data);
};
