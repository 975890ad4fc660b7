/** Every call stands below this path on the page origin (specification, section 7). */
export const BASE = '/homecare/api';
