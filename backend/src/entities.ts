import * as kit from './common/database/kit.entity';
import * as images from './integrations/images/image.entity';
import * as activityLog from './modules/activity-log/activity.entity';
import * as admin from './modules/admin/admin.entity';
import * as auth from './modules/auth/account.entity';
import * as bookings from './modules/bookings/booking.entity';
import * as carePlans from './modules/care-plans/care-plan.entity';
import * as clients from './modules/clients/client.entity';
import * as offerings from './modules/offerings/offering.entity';
import * as scheduling from './modules/scheduling/working-hours/working-hours.entity';
import * as sessionNotes from './modules/session-notes/session-note.entity';
import * as therapists from './modules/therapists/therapist.entity';

/** Every table's entity, a module for each room that owns tables: what such a file exports as a value is a table. */
const ROOMS = [kit, images, activityLog, auth, therapists, clients, offerings, scheduling, bookings, sessionNotes, carePlans, admin];

export const ENTITIES = ROOMS.flatMap((room) => Object.values<new () => object>(room));
