import { Skeleton, SkeletonLine, SkeletonRows } from '../../ui/Skeleton.tsx';
import classes from './Authorizations.module.css';

const NUMBERS = ['Authorized', 'Worked', 'Claimed', 'Paid', 'Denied', 'Planned', 'Left', 'Short'] as const;

/** Placeholder of one authorization: its head, eight numbers, chart, months and actions. */
export const AuthorizationSkeleton = () => (
  <Skeleton label="Loading the authorization…">
    <div className={classes.head}>
      <SkeletonLine width={36} height={36} />
      <div className={classes.boneHead}>
        <SkeletonLine width={280} height={20} />
        <SkeletonLine width={360} />
      </div>
      <span className={classes.spring} />
      <SkeletonLine width={96} height={36} />
      <SkeletonLine width={150} height={36} />
    </div>
    <dl className={`${classes.tiles} ${classes.eight}`}>
      {NUMBERS.map((name) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd className={classes.figure}>
            <SkeletonLine width={56} height={24} />
          </dd>
          <dd className={classes.note}>
            <SkeletonLine width={72} height={12} />
          </dd>
        </div>
      ))}
    </dl>
    <div className={classes.columns}>
      <div className={classes.main}>
        <SkeletonLine height={300} />
        <SkeletonRows rows={5} />
      </div>
      <div className={classes.side}>
        <h3>What to do</h3>
        <SkeletonLine height={92} />
        <SkeletonLine height={92} />
      </div>
    </div>
  </Skeleton>
);
