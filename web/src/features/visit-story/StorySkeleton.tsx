import { Skeleton, SkeletonLine, SkeletonRows } from '../../ui/Skeleton.tsx';
import classes from './VisitStory.module.css';

const STEP = 62;

/** In the place of a story: its head, its steps, and what is beside them. */
export const StorySkeleton = () => (
  <Skeleton label="Loading what happened…">
    <div className={classes.head}>
      <SkeletonLine width={36} height={36} />
      <div className={classes.boneHead}>
        <SkeletonLine width={300} height={20} />
        <SkeletonLine width={380} />
      </div>
      <span className={classes.buttons}>
        <SkeletonLine width={104} height={36} />
        <SkeletonLine width={84} height={36} />
        <SkeletonLine width={84} height={36} />
      </span>
    </div>
    <div className={classes.columns}>
      <div className={classes.boneSteps}>
        <SkeletonRows rows={8} height={STEP}>
          <SkeletonLine width={150} />
          <SkeletonLine width={12} height={12} />
          <SkeletonLine width="45%" />
        </SkeletonRows>
      </div>
      <div className={classes.side}>
        <h3>Time</h3>
        <SkeletonLine height={150} />
        <br />
        <h3>Money</h3>
        <SkeletonLine height={120} />
      </div>
    </div>
  </Skeleton>
);
