/** Labels for the office; a caregiver's screen may have others. */
export const TASK_WORDS = {
  tasks: 'Tasks',
  task: 'Task',
  minutes: 'Minutes',
  total: 'Total',
  noTasks: 'This visit has no tasks.',
  care: 'Personal care',
  home: 'Homemaking',
};
