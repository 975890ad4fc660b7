import { useOpenRequests } from '../care-plans/use-open-requests.ts';
import classes from './OpenCount.module.css';

/** '3 open' beside the menu entry; nothing without open requests. */
export const RequestCount = () => {
  const { data } = useOpenRequests();
  return data?.length ? <span className={classes.count}>{`${data.length} open`}</span> : null;
};
