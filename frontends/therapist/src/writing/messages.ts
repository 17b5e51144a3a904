/** Texts of whatever is written in a window of its own. */
export const writingMessages = {
  saveMine: 'Save mine',
  takeSaved: 'Take the saved one',
  mine: 'Yours',
  saved: 'The saved one',
  copyMine: 'Copy yours',
  copySaved: 'Copy the saved one',
  readingSaved: 'Reading the saved one',
  comparing: 'Comparing the texts',
  taken: 'You have the saved text now',
  bringBack: 'Bring mine back',
  leaveTitle: 'Leave without saving?',
  stay: 'Keep Writing',
  keepTyped: 'Keep in This Tab',
  leaveText: 'Your text is not saved yet. It can stay in this tab, where you find it when you come back.',
  discard: 'Discard',
} as const;
