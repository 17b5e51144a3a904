/** Texts of the services list and the service form. */
export const serviceMessages = {
  nameRequired: 'Service name is required',
  linkForm: 'Enter a web address that begins with https://.',
  orderFailed: 'The order could not be saved',
  moved: (name: string, place: number, of: number) => `${name} is now number ${place} of ${of}.`,
  created: 'Service created successfully',
  createFailed: 'Failed to create service',
  updated: 'Service updated successfully',
  updateFailed: 'Failed to update service',
  deleted: 'Service deleted successfully',
  deleteFailed: 'Failed to delete service',
  emptyTitle: 'No services yet',
  emptyText: 'Create your first service to start accepting bookings.',
  loadFailed: 'Your services could not be loaded',
  nothingChanged: 'Nothing has been changed.',
  loading: 'Loading your services',
  noDescription: 'No description provided',
  deleteBody:
    'Visitors can no longer book it. A service that already has bookings is archived instead: those appointments stay as they are.',
} as const;
