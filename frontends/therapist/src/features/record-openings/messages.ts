export const openingsMessages = {
  title: 'Records opened in an emergency',
  wholePractice: 'All records of your practice',
  openTitle: 'An administrator is reading a record of yours',
  openText: (count: number) =>
    count === 1 ? 'One record is open in an emergency, for reading only.' : `${count} records are open in an emergency, for reading only.`,
  show: 'Who and why',
} as const;

/** Where the list stands on the overview. */
export const OPENINGS_ID = 'record-openings';
