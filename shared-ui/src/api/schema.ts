/* Generated from backend/openapi.json by `npm run contract`. */
export interface paths {
    "/api/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HealthController.live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HealthController.ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthController.exchange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthController.me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthController.extend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthController.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GoogleController.start"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GoogleController.callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ProfileController.show"];
        put: operations["ProfileController.update"];
        post: operations["ProfileController.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/upload-profile-image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ProfileController.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/therapist/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PublicTherapistsController.bySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/therapist/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PublicTherapistsController.byId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/images/{hash}.webp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PublicTherapistsController.image"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TherapistServicesController.list"];
        put?: never;
        post: operations["TherapistServicesController.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/services/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["TherapistServicesController.update"];
        post?: never;
        delete: operations["TherapistServicesController.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/therapist/slug/{slug}/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PublicServicesController.bySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/therapist/{id}/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PublicServicesController.byTherapist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/working-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["WorkingHoursController.show"];
        put: operations["WorkingHoursController.replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/therapist/{id}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PublicBookingsController.freeTimes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PublicBookingsController.book"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/manage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PublicBookingsController.view"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/manage/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PublicBookingsController.freeTimesToMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/manage/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PublicBookingsController.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/manage/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PublicBookingsController.move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TherapistBookingsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/bookings/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TherapistBookingsController.summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/bookings/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["TherapistBookingsController.setStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        LiveDto: {
            /** @enum {string} */
            status: "ok";
        };
        ReadyDto: {
            /** @enum {string} */
            status: "ok";
            /** @enum {string} */
            database: "ok";
            /**
             * @description Degraded: jobs such as mails wait until the worker and Redis are back.
             * @enum {string}
             */
            queue: "ok" | "degraded";
            /**
             * @description The built-in queue keeps nothing across a restart.
             * @enum {string}
             */
            queue_engine: "redis" | "builtin" | "none";
            /**
             * @description Whether the database keeps the application from changing the activity log.
             * @enum {string}
             */
            activity_log: "enforced" | "not enforced";
            /** @enum {string} */
            sign_in: "google" | "demo" | "not configured";
            /** @enum {string} */
            mail: "configured" | "not configured";
        };
        ExchangeCodeDto: {
            /** @description The one-time code of the address fragment `#session_id=…`. */
            session_id: string;
        };
        MeDto: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            /** @description A path of this site. */
            picture: string | null;
            /** @enum {string} */
            user_type: "therapist" | "client";
            /** @description False for a client who has not confirmed the email address yet. */
            verified: boolean;
            /** Format: date-time */
            idle_expires_at: string;
            /** Format: date-time */
            absolute_expires_at: string;
        };
        SignedOutDto: {
            /** @enum {string} */
            status: "signed_out";
        };
        ProfileDto: {
            /** Format: uuid */
            id: string;
            display_name: string;
            bio: string;
            credentials: string;
            languages: string[];
            timezone: string;
            /** @description Data URL */
            profile_image: string | null;
            custom_slug: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ProfileInputDto: {
            display_name: string;
            bio?: string | null;
            credentials?: string | null;
            /**
             * @default [
             *       "English"
             *     ]
             */
            languages?: string[];
            /**
             * @description IANA time zone
             * @default America/New_York
             */
            timezone?: string;
            /** @description null, the present one, or what the upload returned */
            profile_image?: string | null;
            custom_slug?: string | null;
        };
        UploadedImageDto: {
            /** @description Data URL of the image as it will be shown; send it as profile_image to keep it */
            image_data: string;
        };
        PublicTherapistDto: {
            /** Format: uuid */
            id: string;
            custom_slug: string | null;
            display_name: string;
            credentials: string;
            bio: string;
            /** @description Path of the image */
            profile_image: string | null;
            languages: string[];
            timezone: string;
        };
        ServiceDto: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            duration_minutes: number;
            /** @description Dollars */
            price: number;
            is_free: boolean;
            /** @enum {string} */
            session_type: "online" | "in-person" | "both";
            /** Format: date-time */
            created_at: string;
        };
        ServiceInputDto: {
            name: string;
            /** @default  */
            description?: string | null;
            /** @default 60 */
            duration_minutes?: number;
            /**
             * @description Dollars, at most two decimals
             * @default 0
             */
            price?: number;
            /**
             * @description A free service has the price 0, whatever was sent
             * @default true
             */
            is_free?: boolean;
            /**
             * @default online
             * @enum {string}
             */
            session_type?: "online" | "in-person" | "both";
        };
        ServiceRemovalDto: {
            /**
             * @description Archived when it was ever booked
             * @enum {string}
             */
            status: "deleted" | "archived";
        };
        PublicServiceDto: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            duration_minutes: number;
            /** @description Dollars */
            price: number;
            is_free: boolean;
            /** @enum {string} */
            session_type: "online" | "in-person" | "both";
        };
        WindowDto: {
            /** @example 09:00 */
            first_start: string;
            /** @example 17:30 */
            last_start: string;
            /** @example 30 */
            every_minutes: number;
        };
        WeekdayHoursDto: {
            windows: components["schemas"]["WindowDto"][];
            /** @description 0 is Sunday */
            weekday: number;
        };
        DateHoursDto: {
            windows: components["schemas"]["WindowDto"][];
            /**
             * Format: date
             * @example 2027-01-31
             */
            date: string;
        };
        WorkingHoursDto: {
            /**
             * @description From the profile; not accepted in PUT
             * @example America/New_York
             */
            timezone: string;
            weekly: components["schemas"]["WeekdayHoursDto"][];
            /** @description Days with hours of their own; no windows: closed */
            overrides: components["schemas"]["DateHoursDto"][];
            buffer_before_minutes: number;
            buffer_after_minutes: number;
            minimum_notice_hours: number;
            horizon_days: number;
            cancellation_notice_hours: number;
        };
        WorkingHoursInputDto: {
            weekly: components["schemas"]["WeekdayHoursDto"][];
            /** @description Days with hours of their own; no windows: closed */
            overrides: components["schemas"]["DateHoursDto"][];
            buffer_before_minutes: number;
            buffer_after_minutes: number;
            minimum_notice_hours: number;
            horizon_days: number;
            cancellation_notice_hours: number;
        };
        FreeDayDto: {
            /** Format: date */
            date: string;
            /** @description Start times 'HH:mm' in the therapist's zone, ascending. */
            times: string[];
        };
        AvailabilityDto: {
            /** @description IANA zone of the therapist. */
            timezone: string;
            cancellation_notice_hours: number;
            days: components["schemas"]["FreeDayDto"][];
        };
        CreateBookingDto: {
            /** Format: uuid */
            service_id: string;
            client_name: string;
            client_email: string;
            client_phone?: string | null;
            /** Format: date */
            appointment_date: string;
            /** @description 'HH:mm' in the therapist's zone */
            appointment_time: string;
            notes?: string | null;
            /** @description Stays empty: people do not see this field. */
            website?: string | null;
            /** @description The visitor's IANA zone; an unknown one counts as absent. */
            client_timezone?: string | null;
        };
        BookingConfirmationDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "confirmed";
            service_name: string;
            /** Format: date */
            appointment_date: string;
            appointment_time: string;
            timezone: string;
            /** Format: date-time */
            starts_at: string;
            duration_minutes: number;
            therapist_name: string;
            client_email: string;
            cancellation_notice_hours: number;
        };
        ManageTokenDto: {
            /** @description The token of the mail's link, from the address fragment. */
            token: string;
        };
        ManagedBookingDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "confirmed" | "completed" | "cancelled";
            /** Format: date */
            appointment_date: string;
            appointment_time: string;
            timezone: string;
            /** Format: date-time */
            starts_at: string;
            /** Format: date-time */
            ends_at: string;
            duration_minutes: number;
            /** Format: uuid */
            service_id: string;
            service_name: string;
            session_type: string;
            /** Format: uuid */
            therapist_id: string;
            therapist_name: string;
            therapist_slug: string | null;
            client_name: string;
            cancellation_notice_hours: number;
            /** @description Whether the notice policy still allows cancelling and moving. */
            can_change: boolean;
            /** Format: date-time */
            change_deadline: string;
            /** @description The policy in a sentence, to be shown before the click. */
            policy: string;
        };
        ManageAvailabilityDto: {
            /** @description The token of the mail's link, from the address fragment. */
            token: string;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
        };
        MoveBookingDto: {
            /** @description The token of the mail's link, from the address fragment. */
            token: string;
            /** Format: date */
            new_date: string;
            new_time: string;
        };
        TherapistBookingDto: {
            /** Format: uuid */
            id: string;
            client_name: string;
            client_email: string;
            client_phone: string | null;
            /** Format: date */
            appointment_date: string;
            appointment_time: string;
            timezone: string;
            /** Format: date-time */
            starts_at: string;
            /** Format: date-time */
            ends_at: string;
            duration_minutes: number;
            /** Format: uuid */
            service_id: string;
            service_name: string;
            /** @enum {string} */
            session_type: "online" | "in-person" | "both";
            /** @enum {string} */
            status: "confirmed" | "completed" | "cancelled";
            notes: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        BookingSummaryDto: {
            total: number;
            today: number;
            /** @description Appointments on or after this week's Sunday, in the therapist's zone. */
            this_week: number;
            confirmed: number;
            completed: number;
        };
        BookingStatusDto: {
            /** @enum {string} */
            status: "confirmed" | "completed" | "cancelled";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "HealthController.live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveDto"];
                };
            };
        };
    };
    "HealthController.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyDto"];
                };
            };
        };
    };
    "AuthController.exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExchangeCodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeDto"];
                };
            };
        };
    };
    "AuthController.me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeDto"];
                };
            };
        };
    };
    "AuthController.extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeDto"];
                };
            };
        };
    };
    "AuthController.logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedOutDto"];
                };
            };
        };
    };
    "GoogleController.start": {
        parameters: {
            query?: {
                /** @description A path of this site, `/dashboard` by default. */
                redirect?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To Google. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "GoogleController.callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the page asked for with `#session_id=CODE`, or to `/?auth_error=1`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ProfileController.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileDto"];
                };
            };
        };
    };
    "ProfileController.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileDto"];
                };
            };
        };
    };
    "ProfileController.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileInputDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileDto"];
                };
            };
        };
    };
    "ProfileController.upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedImageDto"];
                };
            };
        };
    };
    "PublicTherapistsController.bySlug": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicTherapistDto"];
                };
            };
        };
    };
    "PublicTherapistsController.byId": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicTherapistDto"];
                };
            };
        };
    };
    "PublicTherapistsController.image": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
        };
    };
    "TherapistServicesController.list": {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the Link header */
                cursor?: string;
                /** @description Part of the name or the description */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next" while there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDto"][];
                };
            };
        };
    };
    "TherapistServicesController.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceInputDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDto"];
                };
            };
        };
    };
    "TherapistServicesController.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDto"];
                };
            };
        };
    };
    "TherapistServicesController.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceRemovalDto"];
                };
            };
        };
    };
    "PublicServicesController.bySlug": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicServiceDto"][];
                };
            };
        };
    };
    "PublicServicesController.byTherapist": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicServiceDto"][];
                };
            };
        };
    };
    "WorkingHoursController.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkingHoursDto"];
                };
            };
        };
    };
    "WorkingHoursController.replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkingHoursInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkingHoursDto"];
                };
            };
        };
    };
    "PublicBookingsController.freeTimes": {
        parameters: {
            query: {
                service_id: string;
                from: string;
                /** @description Included; at most 62 days after the first. */
                to: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityDto"];
                };
            };
        };
    };
    "PublicBookingsController.book": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBookingDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingConfirmationDto"];
                };
            };
        };
    };
    "PublicBookingsController.view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManageTokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedBookingDto"];
                };
            };
        };
    };
    "PublicBookingsController.freeTimesToMove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManageAvailabilityDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityDto"];
                };
            };
        };
    };
    "PublicBookingsController.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManageTokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedBookingDto"];
                };
            };
        };
    };
    "PublicBookingsController.move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveBookingDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedBookingDto"];
                };
            };
        };
    };
    "TherapistBookingsController.list": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description Part of a name or an address. */
                q?: string;
                status?: "confirmed" | "completed" | "cancelled";
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next" while there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TherapistBookingDto"][];
                };
            };
        };
    };
    "TherapistBookingsController.summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingSummaryDto"];
                };
            };
        };
    };
    "TherapistBookingsController.setStatus": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingStatusDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TherapistBookingDto"];
                };
            };
        };
    };
}
