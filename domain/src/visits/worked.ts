/** Visits as they were worked, the basis for figures about the past. */

/** A planned visit whose start has passed, with how its caregiver recorded it. */
export interface WorkedVisit {
  readonly id: number;
  /** Where the visit is now, after any move. */
  readonly date: string;
  readonly providerId: number;
  readonly isComplete: boolean;
  /** It began late, or nobody has begun it. */
  readonly isLate: boolean;
  /** The office has changed a recorded time. */
  readonly isEdited: boolean;
  /** The recorded day and start by the agency's clock, and the recorded minutes; null until the visit is complete. */
  readonly worked: { readonly day: string; readonly start: string; readonly minutes: number } | null;
}

/** A visit that began late or whose recorded times were changed. */
export interface WorkedCase {
  readonly id: number;
  readonly planId: number;
  readonly date: string;
  readonly planStart: string;
  readonly clientId: number;
  readonly client: string;
  readonly caregiverId: number;
  readonly caregiver: string;
  /** Minutes from the planned to the recorded start; null if nobody has begun it. */
  readonly minutesLate: number | null;
  readonly editedBy: string | null;
  readonly changeCode: number | null;
}
