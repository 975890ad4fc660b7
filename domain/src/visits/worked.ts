/** Visits as they were worked: what figures of the past are counted of. */

/** A planned visit whose start is past, by how its caregiver recorded it. */
export interface WorkedVisit {
  readonly id: number;
  /** Where it stands. */
  readonly date: string;
  readonly providerId: number;
  readonly isComplete: boolean;
  /** Began late, or nobody has begun it. */
  readonly isLate: boolean;
  /** The office has changed a recorded time. */
  readonly isEdited: boolean;
  /** Day and time on the agency's clock, and recorded minutes; null while it is not complete. */
  readonly worked: { readonly day: string; readonly start: string; readonly minutes: number } | null;
}

/** One that began late, or whose recorded times were changed. */
export interface WorkedCase {
  readonly id: number;
  readonly planId: number;
  readonly date: string;
  readonly planStart: string;
  readonly clientId: number;
  readonly client: string;
  readonly caregiverId: number;
  readonly caregiver: string;
  /** Between its planned start and the recorded one; null: nobody has begun it. */
  readonly minutesLate: number | null;
  readonly editedBy: string | null;
  readonly changeCode: number | null;
}
