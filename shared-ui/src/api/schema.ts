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
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OwnSessionsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["OwnSessionsController.end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SecondFactorController.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SecondFactorController.offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SecondFactorController.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SecondFactorController.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SecondFactorController.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SecondFactorController.renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/login-hint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdministratorAccessController.showHint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdministratorAccessController.login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdministratorAccessController.me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdministratorAccessController.extend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdministratorAccessController.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdministratorAccessController.changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdministratorSessionsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["AdministratorSessionsController.end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdministratorSecondFactorController.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/second-factor/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdministratorSecondFactorController.offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdministratorSecondFactorController.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/second-factor/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdministratorSecondFactorController.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/second-factor/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdministratorSecondFactorController.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdministratorSecondFactorController.renewRecoveryCodes"];
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
    "/api/therapist/profile/bookings-pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["ProfileController.pauseBookings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/slug-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ProfileController.checkSlug"];
        put?: never;
        post?: never;
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
    "/api/auth/client/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientSignInController.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/client/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientSignInController.login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/client/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientSignInController.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/client/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientSignInController.sendCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/client/address-objection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientSignInController.object"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/practice-mails/choice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["MailEndsController.choose"];
        post: operations["MailEndsController.show"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/practice-mails/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["MailEndsController.end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientAccountController.show"];
        put: operations["ClientAccountController.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/practices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientAccountController.listPractices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientAccountController.changeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientAccountController.confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/trusted-browsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientAccountController.listTrusted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/trusted-browsers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["ClientAccountController.revokeTrusted"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/clients/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientCopiesController.data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/clients/{id}/export.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientCopiesController.page"];
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
    "/api/therapist/services/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["TherapistServicesController.arrange"];
        post?: never;
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
    "/api/bookings/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PublicBookingsController.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/hold/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PublicBookingsController.sendCodeAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/hold/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PublicBookingsController.release"];
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
        post: operations["ManageBookingController.view"];
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
        post: operations["ManageBookingController.freeTimesToMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/manage/own": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ManageBookingController.takeForOwn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/manage/not-own": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ManageBookingController.endOthersLink"];
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
        post: operations["ManageBookingController.cancel"];
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
        post: operations["ManageBookingController.move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/bookings/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SeriesController.preview"];
        put?: never;
        post: operations["SeriesController.book"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/bookings/{id}/following/time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["SeriesController.moveFollowing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/bookings/{id}/following/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["SeriesController.setStatusOfFollowing"];
        post?: never;
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
        post: operations["TherapistBookingsController.book"];
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
    "/api/therapist/bookings/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TherapistBookingsController.overview"];
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
    "/api/therapist/bookings/{id}/time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["TherapistBookingsController.move"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/bookings/{id}/no-show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["TherapistBookingsController.markNoShow"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/bookings/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["TherapistBookingsController.noteEnd"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/waiting-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TherapistWaitingListController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/waiting-list/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["TherapistWaitingListController.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/time-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TimeOffController.list"];
        put?: never;
        post: operations["TimeOffController.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/time-off/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["TimeOffController.change"];
        post?: never;
        delete: operations["TimeOffController.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waiting-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["WaitingListController.join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waiting-list/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["WaitingListController.show"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waiting-list/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["WaitingListController.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waiting-list/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["WaitingListController.leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waiting-list/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["WaitingListController.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waiting-list/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["WaitingListController.decline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/calendar/appointments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CalendarAppointmentsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/calendar/appointments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CalendarAppointmentsController.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar-feeds/{token}.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CalendarFeedsController.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar-pushes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CalendarPushesController.hear"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ConnectionController.begin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google/calendar/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ConnectionController.finish"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/calendar/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ConnectionController.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/calendar/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["ConnectionController.choose"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/calendar/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ConnectionController.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/calendar/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["ConnectionController.disconnect"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/calendar/foreign-feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ForeignFeedController.show"];
        put: operations["ForeignFeedController.put"];
        post?: never;
        delete: operations["ForeignFeedController.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/calendar/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PrivateFeedController.show"];
        put?: never;
        post: operations["PrivateFeedController.make"];
        delete: operations["PrivateFeedController.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientRecordsController.show"];
        put: operations["ClientRecordsController.save"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/clients/{id}/merged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientRecordsController.merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/clients/{id}/merged/{other}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["ClientRecordsController.separate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/forms/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FormsController.open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/forms/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["FormsController.answer"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/forms/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FormsController.leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/forms/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FormsController.sendCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/forms/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FormsController.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/forms/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FormsController.complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["IntakeFormController.list"];
        put?: never;
        post: operations["IntakeFormController.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-forms/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["IntakeFormController.templates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-forms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["IntakeFormController.show"];
        put: operations["IntakeFormController.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-forms/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["IntakeFormController.archive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-forms/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["IntakeFormController.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-forms/{id}/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["IntakeFormController.services"];
        put: operations["IntakeFormController.setServices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["IntakeRequestsController.list"];
        put?: never;
        post: operations["IntakeRequestsController.send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-requests/{id}/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["IntakeRequestsController.sendAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-requests/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["IntakeRequestsController.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OwnFormsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/forms/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["OwnFormsController.link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-requests/{id}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ResultsController.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/clients/{id}/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ResultsController.scores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/intake-forms/{id}/answers.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ResultsController.exportAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/enhanced-session-notes/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NoteDraftsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/enhanced-session-notes/drafts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NoteDraftsController.showNew"];
        put: operations["NoteDraftsController.saveNew"];
        post?: never;
        delete: operations["NoteDraftsController.discardNew"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/enhanced-session-notes/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NoteDraftsController.show"];
        put: operations["NoteDraftsController.save"];
        post?: never;
        delete: operations["NoteDraftsController.discard"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/enhanced-session-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NotesController.list"];
        put?: never;
        post: operations["NotesController.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/enhanced-session-notes/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NotesController.summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/enhanced-session-notes/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NotesController.tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/enhanced-session-notes/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NotesController.templates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/enhanced-session-notes/last": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NotesController.last"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/enhanced-session-notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NotesController.show"];
        put: operations["NotesController.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["NotesController.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/enhanced-session-notes/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NoteVersionsController.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["NoteVersionsController.sign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["NoteVersionsController.unlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/amendments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["NoteVersionsController.amend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/upload-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["NoteFilesController.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NoteFilesController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/files/{fileId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NoteFilesController.content"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/files/{fileId}/pages/{page}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["NoteFilesController.page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/files/{fileId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["NoteFilesController.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["NoteFilesController.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/files/{fileId}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ReadingController.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/files/{fileId}/pages/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["ReadingController.correct"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AnalysesController.show"];
        put?: never;
        post: operations["AnalysesController.start"];
        delete: operations["AnalysesController.dismiss"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/analysis/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AnalysesController.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/files/{fileId}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["FileAnalysesController.show"];
        put?: never;
        post: operations["FileAnalysesController.start"];
        delete: operations["FileAnalysesController.dismiss"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/session-notes/{id}/files/{fileId}/analysis/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FileAnalysesController.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/session-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OwnNotesController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/session-notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OwnNotesController.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/care-plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PlansController.list"];
        put?: never;
        post: operations["PlansController.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/care-plans/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PlansController.summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/care-plans/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PlansController.clients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/care-plans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PlansController.show"];
        put: operations["PlansController.update"];
        post?: never;
        delete: operations["PlansController.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/care-plans/{id}/goals/{goalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["PlansController.setProgress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/care-plans/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PublishingController.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/care-plans/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PublishingController.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/care-plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OwnPlansController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/care-plans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OwnPlansController.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/care-plans/{id}/actions/{actionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["OwnPlansController.tick"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/request-consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ConsentController.request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/record-consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ConsentController.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ConsentController.listOpen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/consents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ConsentController.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/consents/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ConsentController.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ConsentController.settings"];
        put: operations["ConsentController.saveSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/meeting-consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OwnConsentsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/meeting-consents/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["OwnConsentsController.answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/meeting-consents/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["LinkedConsentsController.open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/meeting-consents/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["LinkedConsentsController.answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SessionsController.engines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/start-bot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SessionsController.startBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SessionsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SessionsController.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SessionsController.complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SessionsController.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/device-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeviceController.begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/lease": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeviceController.takeOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeviceController.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeviceController.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/chunks/{part}/{seq}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["DeviceController.keep"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/device-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["DeviceController.showKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["DeviceController.listStored"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UploadsController.begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/blocks/{block}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["UploadsController.keep"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["UploadsController.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/blocks/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UploadsController.complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/sound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PlaybackController.play"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TranscriptsController.show"];
        put?: never;
        post: operations["TranscriptsController.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/transcript/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TranscriptsController.listLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/transcript/lines/{line}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["TranscriptsController.correct"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/transcript/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TranscriptsController.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["MeetingResultsController.show"];
        put?: never;
        post: operations["MeetingResultsController.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-meeting/session/{id}/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["MeetingResultsController.makeNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/manage/event.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AppointmentCalendarController.event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ReminderSettingsController.show"];
        put: operations["ReminderSettingsController.replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientRemindersController.show"];
        put: operations["ClientRemindersController.choose"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reminders/choice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["LinkedRemindersController.choose"];
        post: operations["LinkedRemindersController.show"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/booking-mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["BookingMailsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/booking-mails/{id}/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BookingMailsController.sendAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientPortalController.dashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientPortalController.activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientPortalController.exportData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/export.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientPortalController.exportPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/closing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientPortalController.explainClosing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientPortalController.close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/bookings/{id}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientAppointmentsController.freeTimes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientAppointmentsController.practices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/services/{id}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientAppointmentsController.freeTimesOfService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientAppointmentsController.bookNext"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/bookings/{id}/event.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientAppointmentsController.calendarEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/rebook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientAppointmentsController.rebook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/practices/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientAppointmentsController.confirmPractice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/bookings/{id}/own": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientAppointmentsController.takeForOwn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/bookings/{id}/not-own": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientAppointmentsController.endOthersLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/bookings/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientAppointmentsController.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/bookings/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientAppointmentsController.move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminDashboardController.dashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminDashboardController.analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ai": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AiStatusController.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ai/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["AiStatusController.allow"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/therapists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminTherapistsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/therapist/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminTherapistsController.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/therapist/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["AdminTherapistsController.setStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminActivityController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/activity.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminActivityController.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["FailedJobsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FailedJobsController.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FailedJobsController.discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/break-glass": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["BreakGlassController.listOpen"];
        put?: never;
        post: operations["BreakGlassController.open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/break-glass/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["BreakGlassController.listHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/break-glass/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BreakGlassController.end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/break-glass/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["BreakGlassController.record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/record-openings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TherapistRecordOpeningsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/record-openings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientRecordOpeningsController.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/therapist/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TherapistNoticesController.show"];
        put?: never;
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
             * @description Built in: no Redis, the worker runs jobs straight from the outbox in one process.
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
            /** @description What is typed and not saved yet is sealed with it while it lies in this browser: 32 bytes in base64, told as long as the session lives. */
            draft_key: string;
        };
        SecondFactorDemandDto: {
            /** @enum {string} */
            status: "second_factor_required" | "second_factor_setup";
        };
        SignedOutDto: {
            /** @enum {string} */
            status: "signed_out";
        };
        ListedSessionDto: {
            /** Format: uuid */
            id: string;
            /** @description The browser and device in words, `Firefox on Windows (computer)`. */
            browser: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_seen_at: string;
            /** @description The session that asks. */
            current: boolean;
        };
        SessionEndedDto: {
            /** @enum {string} */
            status: "ended";
        };
        SecondFactorStatusDto: {
            enabled: boolean;
            /** @description The operator requires it; it cannot be turned off. */
            required: boolean;
            recovery_codes_left: number;
        };
        SecondFactorOfferDto: {
            /** @description Base32, for typing it in. */
            secret: string;
            otpauth_url: string;
            /** @description The same address as a QR code. */
            qr_svg: string;
        };
        SecondFactorCodeDto: {
            /** @description Six digits of the authenticator app; where it says so, a recovery code as well. */
            code: string;
        };
        RecoveryCodesDto: {
            /** @description Ten codes, `abcd-efgh`, shown this once. Each works once. */
            recovery_codes: string[];
        };
        SecondFactorDisabledDto: {
            /** @enum {boolean} */
            enabled: false;
        };
        LoginHintDto: {
            username: string;
            password: string;
        };
        LoginDto: {
            username: string;
            password: string;
        };
        AdministratorDto: {
            username: string;
            /** @enum {string} */
            role: "administrator";
        };
        SignedInAdministratorDto: {
            admin: components["schemas"]["AdministratorDto"];
        };
        CurrentAdministratorDto: {
            admin: components["schemas"]["AdministratorDto"];
            /** Format: date-time */
            idle_expires_at: string;
            /** Format: date-time */
            absolute_expires_at: string;
        };
        ChangePasswordDto: {
            current_password: string;
            new_password: string;
        };
        PasswordChangedDto: {
            /** @enum {string} */
            status: "changed";
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
            phone: string | null;
            phone_shown: boolean;
            address: string | null;
            address_shown: boolean;
            search_listed: boolean;
            bookings_paused: boolean;
            bookings_paused_message: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Of what the therapist says there, from 1; pausing bookings is none */
            version: number;
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
            phone?: string | null;
            /**
             * @description Whether the public page shows it
             * @default false
             */
            phone_shown?: boolean;
            /** @description Of the practice, in one line or several */
            address?: string | null;
            /**
             * @description Whether the public page shows it
             * @default false
             */
            address_shown?: boolean;
            /**
             * @description Whether search engines may list the public page
             * @default false
             */
            search_listed?: boolean;
        };
        ProfileUpdateDto: {
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
            phone?: string | null;
            /**
             * @description Whether the public page shows it
             * @default false
             */
            phone_shown?: boolean;
            /** @description Of the practice, in one line or several */
            address?: string | null;
            /**
             * @description Whether the public page shows it
             * @default false
             */
            address_shown?: boolean;
            /**
             * @description Whether search engines may list the public page
             * @default false
             */
            search_listed?: boolean;
            /** @description The version that the changes began with: when another one was saved meanwhile, the answer is 409. Without it this one becomes the newest */
            version?: number;
        };
        BookingsPauseDto: {
            /** @description While true nobody can book anew; what is booked stays and can be moved */
            bookings_paused: boolean;
            /** @description What visitors read meanwhile; left out, the present one stays */
            bookings_paused_message?: string | null;
        };
        SlugCheckDto: {
            /** @description The link that was asked about. */
            slug: string;
            /** @enum {string} */
            status: "free" | "taken" | "not_allowed";
            /** @description The same in a sentence. */
            detail: string;
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
            /** @description Where the therapist shows it */
            phone: string | null;
            /** @description Where the therapist shows it */
            address: string | null;
            /** @description No new bookings for now */
            bookings_paused: boolean;
            /** @description The therapist's sentence while they are paused */
            bookings_paused_message: string | null;
        };
        RegisterClientDto: {
            name: string;
            phone?: string | null;
            /** Format: date */
            date_of_birth?: string | null;
            email: string;
        };
        RegisteredClientDto: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            /** @enum {string} */
            user_type: "client";
        };
        CodeSentDto: {
            /** @enum {string} */
            status: "code_sent";
            resend_after_seconds: number;
            expires_in_seconds: number;
        };
        VerifyClientDto: {
            email?: string;
            /** @description Six digits, in the browser that asked for them. */
            code?: string;
            /** @description The secret of the mail's link. */
            token?: string;
            /** @description With a link: sign out who else is signed in in this browser. */
            instead?: boolean;
            /** @description Trust this browser for 90 days. */
            trust?: boolean;
        };
        ObjectionDto: {
            token: string;
        };
        ObjectionOutcomeDto: {
            /** @enum {string} */
            status: "restored" | "registered_since" | "withdrawn";
            email: string;
        };
        PracticeMailsTokenDto: {
            /** @description The token of a mail's link, from the address fragment. */
            token: string;
        };
        PracticeMailsDto: {
            therapist_name: string;
            /** @description Mails of this practice go to the address. */
            wanted: boolean;
        };
        PracticeMailsChoiceDto: {
            /** @description The token of a mail's link, from the address fragment. */
            token: string;
            wanted: boolean;
        };
        PendingAddressChangeDto: {
            new_email: string;
            old_email: string;
            /**
             * Format: date-time
             * @description Until then the old address can put itself back.
             */
            object_until: string;
        };
        ProofAddressDto: {
            email: string;
            /** Format: date-time */
            until: string;
        };
        ClientAccountDto: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
            phone: string | null;
            /** Format: date */
            date_of_birth: string | null;
            /** @description Whether the address is proved. */
            verified: boolean;
            /** @description Whether the next step that is kept behind a fresh code would ask for one. */
            proof_required: boolean;
            pending_address_change: components["schemas"]["PendingAddressChangeDto"] | null;
            /** @description The address before a change, while it may object: a fresh code goes there and nowhere else. */
            proof_address: components["schemas"]["ProofAddressDto"] | null;
            /** Format: date-time */
            created_at: string;
        };
        UpdateClientAccountDto: {
            name: string;
            phone?: string | null;
            /** Format: date */
            date_of_birth?: string | null;
        };
        LeftPracticeDto: {
            /** @description A practice of theirs whose name passes for this one’s. */
            namesake: string | null;
            /** Format: uuid */
            therapist_id: string;
            therapist_name: string;
            /**
             * Format: date-time
             * @description Since when the practice is here.
             */
            practice_since: string;
            /** @description Whether the client goes to other practices, and never went to this one. */
            unknown: boolean;
            /** @description The address with which the practice knows the client. */
            email: string;
            /** @description The client has left that address: what the practice keeps there is shown to nobody, until they say that they go there. */
            left: boolean;
        };
        EmailDto: {
            email: string;
        };
        OneTimeCodeDto: {
            /** @description Six digits; spaces between them do not matter. */
            code: string;
        };
        TrustedBrowserDto: {
            /** Format: uuid */
            id: string;
            /** @description The browser in words. */
            label: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Whether it is the browser that asks. */
            current: boolean;
        };
        RevokedBrowserDto: {
            /** @enum {string} */
            status: "revoked";
        };
        CopiedFactDto: {
            label: string;
            value: string | null;
        };
        CopiedEntryDto: {
            /** Format: uuid */
            id?: string;
            title: string;
            /** @description In one line */
            about?: string;
            text?: string;
            facts?: components["schemas"]["CopiedFactDto"][];
            items?: string[];
        };
        CopiedPartDto: {
            title: string;
            entries: components["schemas"]["CopiedEntryDto"][];
            /** @description What is not in the copy, in a sentence */
            left_out?: string;
        };
        ClientCopyDto: {
            /** Format: date-time */
            exported_at: string;
            /** Format: uuid */
            client_id: string;
            parts: components["schemas"]["CopiedPartDto"][];
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
            /**
             * @description How it takes place where it is not in person
             * @enum {string}
             */
            online_place: "video" | "therapist-calls" | "client-calls";
            /** @description Where it is not the practice's, and the therapist shows addresses */
            address: string | null;
            video_link: string | null;
            /** @enum {string} */
            visibility: "everybody" | "clients" | "hidden";
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
            /** @description Null: the practice's */
            address?: string | null;
            /**
             * @default video
             * @enum {string}
             */
            online_place?: "video" | "therapist-calls" | "client-calls";
            /** @description https; told only to those who have booked */
            video_link?: string | null;
            /**
             * @default everybody
             * @enum {string}
             */
            visibility?: "everybody" | "clients" | "hidden";
        };
        ServiceOrderDto: {
            /** @description All services, archived ones apart, in their new order */
            ids: string[];
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
            /**
             * @description How it takes place where it is not in person
             * @enum {string}
             */
            online_place: "video" | "therapist-calls" | "client-calls";
            /** @description Where it is not the practice's, and the therapist shows addresses */
            address: string | null;
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
            /**
             * @description Needed where the service's session type is 'both'.
             * @enum {string|null}
             */
            session_place?: "online" | "in-person" | null;
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
            /**
             * @description How people meet; null for bookings that agreed on no place
             * @enum {string|null}
             */
            place_kind: "in-person" | "video" | "therapist-calls" | "client-calls" | null;
            /** @description The address, link or number as it was agreed; null while it follows from the therapist */
            place_detail: string | null;
            /** @description The secret of a link to the appointment, `/manage#…`: the mailed one where the address is proved; else one that shows the time and the state, and lets cancel and move */
            manage_token: string;
        };
        BookingHeldDto: {
            /** @enum {string} */
            status: "code_sent";
            /** Format: uuid */
            hold_id: string;
            /** @description How long the time is kept, and the code good for. */
            expires_in_seconds: number;
        };
        VerifyBookingDto: {
            /** Format: uuid */
            hold_id: string;
            /** @description The six digits of the newest mail. */
            code: string;
        };
        HoldDto: {
            /** Format: uuid */
            hold_id: string;
        };
        ReleasedDto: {
            /** @enum {string} */
            status: "released";
        };
        ManageTokenDto: {
            /** @description The token of the mail's link, from the address fragment. */
            token: string;
        };
        ManagedBookingDto: {
            /** Format: uuid */
            id: string;
            /** @description It should have ended more than a week ago: names of client and service are empty, word and place null. */
            is_past: boolean;
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
            /**
             * @description How people meet; null for bookings that agreed on no place
             * @enum {string|null}
             */
            place_kind: "in-person" | "video" | "therapist-calls" | "client-calls" | null;
            /** @description The address, link or number as it was agreed; null while it follows from the therapist */
            place_detail: string | null;
            /** Format: uuid */
            therapist_id: string;
            therapist_name: string;
            therapist_slug: string | null;
            client_name: string;
            /** @description Typed by somebody who did not sign in and did not prove the address, and nobody has said since that they booked it: who opens the mailed link of what is to come is asked. Else false */
            by_visitor: boolean;
            /** @description With `by_visitor`: the number that was typed */
            client_phone: string | null;
            /** @description With `by_visitor`: the note that was typed */
            client_notes: string | null;
            /** @description What the therapist says about their last change of it */
            therapist_word: string | null;
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
        RenewedBookingDto: {
            /** Format: uuid */
            id: string;
            /** @description It should have ended more than a week ago: names of client and service are empty, word and place null. */
            is_past: boolean;
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
            /**
             * @description How people meet; null for bookings that agreed on no place
             * @enum {string|null}
             */
            place_kind: "in-person" | "video" | "therapist-calls" | "client-calls" | null;
            /** @description The address, link or number as it was agreed; null while it follows from the therapist */
            place_detail: string | null;
            /** Format: uuid */
            therapist_id: string;
            therapist_name: string;
            therapist_slug: string | null;
            client_name: string;
            /** @description Typed by somebody who did not sign in and did not prove the address, and nobody has said since that they booked it: who opens the mailed link of what is to come is asked. Else false */
            by_visitor: boolean;
            /** @description With `by_visitor`: the number that was typed */
            client_phone: string | null;
            /** @description With `by_visitor`: the note that was typed */
            client_notes: string | null;
            /** @description What the therapist says about their last change of it */
            therapist_word: string | null;
            cancellation_notice_hours: number;
            /** @description Whether the notice policy still allows cancelling and moving. */
            can_change: boolean;
            /** Format: date-time */
            change_deadline: string;
            /** @description The policy in a sentence, to be shown before the click. */
            policy: string;
            /** @description The token of the new link, which goes out by mail as well; the earlier one opens nothing any more. */
            manage_token: string;
        };
        MoveBookingDto: {
            /** @description The token of the mail's link, from the address fragment. */
            token: string;
            /** Format: date */
            new_date: string;
            new_time: string;
        };
        SeriesDateDto: {
            /** Format: date */
            date: string;
            /**
             * @description What stands in its way: 'not-bookable' is for clients alone, the others are final; null: nothing
             * @enum {string|null}
             */
            obstacle: "appointment" | "not-bookable" | "impossible" | null;
            reason: string | null;
        };
        BookSeriesDto: {
            /** Format: uuid */
            service_id: string;
            /**
             * Format: uuid
             * @description One of the therapist’s clients; or else a name and an address.
             */
            client_id?: string;
            client_name?: string;
            client_email?: string;
            client_phone?: string | null;
            /** @description 'HH:mm' in the therapist's zone */
            appointment_time: string;
            /**
             * @description Needed where the service's session type is 'both'.
             * @enum {string|null}
             */
            session_place?: "online" | "in-person" | null;
            /** @enum {number} */
            every_weeks: 1 | 2;
            /** @description Of the rhythm, ascending; days may be left out */
            dates: string[];
            /** @description Those of them that are meant although clients could not book them */
            on_purpose?: string[];
        };
        TherapistBookingDto: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            client_id: string;
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
            /**
             * @description How people meet; null for bookings that agreed on no place
             * @enum {string|null}
             */
            place_kind: "in-person" | "video" | "therapist-calls" | "client-calls" | null;
            /** @description The address, link or number as it was agreed; null while it follows from the therapist */
            place_detail: string | null;
            /** @enum {string} */
            status: "confirmed" | "completed" | "cancelled";
            notes: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description What the therapist says to the client about their last change of it */
            word: string | null;
            /** @description The client did not come */
            no_show: boolean;
            /**
             * Format: date-time
             * @description When the session ended, where that was not as planned
             */
            ran_until: string | null;
            /**
             * Format: uuid
             * @description Shared by appointments that were made together, week after week
             */
            series_id: string | null;
            /** @description Typed by somebody who did not sign in and did not prove the address; false once the client has said that they booked it. */
            by_visitor: boolean;
            /** @description The number is what such a person typed; the therapist’s own appointments take it along */
            phone_by_visitor: boolean;
            /** @description With `phone_by_visitor`: the number that the client gave last, or the therapist typed */
            own_phone: string | null;
        };
        MoveForClientDto: {
            /**
             * Format: date-time
             * @description When the appointment is, as the therapist saw it: one that was moved meanwhile is not moved again (409)
             */
            starts_at: string;
            /** Format: date */
            appointment_date: string;
            /** @description 'HH:mm' in the therapist's zone */
            appointment_time: string;
            /** @description As for an appointment that is made */
            on_purpose?: boolean;
            /** @description A word to the client, read behind the link of the mail */
            word?: string | null;
        };
        FollowingStatusDto: {
            /**
             * @description 'confirmed': the cancellation is taken back, while nobody was told of it
             * @enum {string}
             */
            status: "cancelled" | "confirmed";
            /** @description A word to the client, read behind the link of the mail */
            word?: string | null;
        };
        BookingSummaryDto: {
            total: number;
            today: number;
            /** @description Appointments on or after this week's Sunday, in the therapist's zone. */
            this_week: number;
            confirmed: number;
            completed: number;
            /** @description Sessions whose client did not come */
            no_shows: number;
            /** @description Today's that are not cancelled */
            today_standing: number;
            /** @description Services that are offered */
            services: number;
        };
        ComingDayDto: {
            /** Format: date */
            date: string;
            /** @description Confirmed ones */
            sessions: number;
            /**
             * @description When the first of them starts
             * @example 09:00
             */
            first: string;
            /**
             * @description When the last of them starts
             * @example 16:30
             */
            last: string;
        };
        BookingOverviewDto: {
            counts: components["schemas"]["BookingSummaryDto"];
            /**
             * Format: date
             * @description Today, by the therapist's own calendar
             */
            day: string;
            /** @description Today's, whatever became of them, the earliest first */
            today: components["schemas"]["TherapistBookingDto"][];
            /** @description The next confirmed one of the days after today */
            next: components["schemas"]["TherapistBookingDto"] | null;
            /** @description Of the thirteen days after today, those with sessions */
            coming_days: components["schemas"]["ComingDayDto"][];
        };
        BookForClientDto: {
            /** Format: uuid */
            service_id: string;
            /**
             * Format: uuid
             * @description One of the therapist’s clients; or else a name and an address.
             */
            client_id?: string;
            client_name?: string;
            client_email?: string;
            client_phone?: string | null;
            /** Format: date */
            appointment_date: string;
            /** @description 'HH:mm' in the therapist's zone */
            appointment_time: string;
            /**
             * @description Needed where the service's session type is 'both'.
             * @enum {string|null}
             */
            session_place?: "online" | "in-person" | null;
            /** @description At a time that clients cannot book: outside the hours, in time off or in a buffer. Without it, that is refused (422) at this field. */
            on_purpose?: boolean;
        };
        BookingStatusDto: {
            /** @enum {string} */
            status: "confirmed" | "completed" | "cancelled";
            /** @description A word to the client, read behind the link of the mail */
            word?: string | null;
        };
        NoShowDto: {
            /** @description False: they came after all */
            no_show: boolean;
        };
        SessionEndDto: {
            /**
             * @description When the session ended, by the clock of the appointment's zone; a time before its start is of the next day. Null: as planned
             * @example 15:20
             */
            ended_at: string | null;
        };
        WishDto: {
            /** @description 0 is Sunday; null: any day */
            weekday: number | null;
            /**
             * @description The first start that suits, by the therapist's clock
             * @example 09:00
             */
            from: string;
            /**
             * @description The last start that suits
             * @example 17:00
             */
            until: string;
        };
        WaitingOfferDto: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            starts_at: string;
            /** Format: date */
            appointment_date: string;
            /** @description 'HH:mm' in the therapist's zone */
            appointment_time: string;
            /**
             * Format: date-time
             * @description Until when it is kept
             */
            expires_at: string;
        };
        WaitingPersonDto: {
            /** Format: uuid */
            id: string;
            client_name: string;
            client_email: string;
            service_name: string;
            wishes: components["schemas"]["WishDto"][];
            /** Format: date-time */
            since: string;
            /** @description What is kept for them now */
            offer: components["schemas"]["WaitingOfferDto"] | null;
        };
        WaitingRemovalDto: {
            /** @enum {string} */
            status: "removed";
        };
        TimeOffDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "block" | "holiday";
            name: string | null;
            /** Format: date */
            first_date: string;
            /**
             * Format: date
             * @description Included
             */
            last_date: string;
            /**
             * @description Null for whole days
             * @example 12:00
             */
            start_time: string | null;
            /**
             * @description Null for whole days
             * @example 24:00
             */
            end_time: string | null;
            /** Format: date-time */
            starts_at: string;
            /** Format: date-time */
            ends_at: string;
        };
        TimeOffInputDto: {
            /**
             * @description Hours of one day, or whole days
             * @enum {string}
             */
            kind: "block" | "holiday";
            /** @description For the therapist alone */
            name?: string;
            /**
             * Format: date
             * @description In the therapist's zone
             */
            first_date: string;
            /**
             * Format: date
             * @description The last day of a holiday, included; left out: one day
             */
            last_date?: string;
            /**
             * @description Of a block
             * @example 12:00
             */
            start_time?: string;
            /**
             * @description Of a block
             * @example 13:30
             */
            end_time?: string;
            /** @description Appointments that lie in this time stay; without it, time off that has any is refused (409). */
            keep_appointments?: boolean;
        };
        TimeOffRemovalDto: {
            /** @enum {string} */
            status: "deleted";
        };
        JoinWaitingListDto: {
            /** Format: uuid */
            service_id: string;
            client_name: string;
            client_email: string;
            client_phone?: string | null;
            /** @description Stays empty: people do not see this field. */
            website?: string | null;
            /** @description The visitor's IANA zone; an unknown one counts as absent. */
            client_timezone?: string | null;
            /**
             * @description Needed where the service's session type is 'both'.
             * @enum {string|null}
             */
            session_place?: "online" | "in-person" | null;
            wishes: components["schemas"]["WishDto"][];
        };
        WaitingJoinedDto: {
            /**
             * @description Whoever has the mailbox confirms the request by the link of the mail.
             * @enum {string}
             */
            status: "mail_sent";
        };
        WaitingTokenDto: {
            /** @description The secret of the link `/waiting#…` */
            token: string;
        };
        UnknownPracticeDto: {
            /** @description A practice of theirs whose name passes for this one’s. */
            namesake: string | null;
        };
        WaitingRequestDto: {
            /** @enum {string} */
            state: "unconfirmed" | "waiting" | "offered" | "booked" | "over";
            therapist_name: string;
            /** Format: uuid */
            therapist_id: string;
            /**
             * Format: date-time
             * @description Since when the practice is here.
             */
            practice_since: string;
            /** @description Who is signed in with the address never went to this practice, and goes to others. */
            unknown_practice: components["schemas"]["UnknownPracticeDto"] | null;
            /** @description Whoever asked typed it: the owner of the address sees it before it counts */
            client_name: string;
            /** @description As `client_name` */
            client_phone: string | null;
            service_name: string;
            duration_minutes: number;
            /** @description IANA zone of the therapist. */
            timezone: string;
            wishes: components["schemas"]["WishDto"][];
            /**
             * Format: date-time
             * @description Until when the request stands
             */
            expires_at: string;
            offer: components["schemas"]["WaitingOfferDto"] | null;
        };
        WaitingOfferTokenDto: {
            /** @description The secret of the link `/waiting#…` */
            token: string;
            /**
             * Format: uuid
             * @description The offer that was seen
             */
            offer_id: string;
        };
        CalendarAppointmentDto: {
            /** Format: uuid */
            booking_id: string;
            /** @enum {string} */
            trouble: "moved" | "deleted" | "missing" | "unchecked";
            /**
             * Format: date-time
             * @description As it was agreed
             */
            starts_at: string;
            /** Format: date-time */
            ends_at: string;
            /** @description IANA */
            timezone: string;
            client_name: string;
            /**
             * Format: date-time
             * @description As it stands at Google, where it was moved there
             */
            google_starts_at: string | null;
            /** Format: date-time */
            google_ends_at: string | null;
        };
        CalendarDecisionDto: {
            /** @enum {string} */
            decision: "follow" | "put_back" | "dismiss";
            /**
             * Format: date-time
             * @description When the appointment is, as the therapist saw it: about one that was moved meanwhile nothing is decided (409)
             */
            starts_at?: string;
            /**
             * Format: date-time
             * @description The same for how it stands at Google
             */
            google_starts_at?: string;
            /** @description What the client is told with it */
            word?: string;
        };
        ConsentAddressDto: {
            /** @description Where the browser goes next */
            authorization_url: string;
        };
        CalendarSourceDto: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description IANA */
            timezone: string;
            /** @description The account's main calendar */
            is_primary: boolean;
            /** @description Appointments can be written to it */
            writable: boolean;
            /** @description What stands in it blocks times */
            blocks: boolean;
            /** @description Appointments are written to it */
            takes_appointments: boolean;
            /** @description It was deleted at Google */
            gone: boolean;
        };
        CalendarStatusDto: {
            /** @description This installation is known to Google */
            configured: boolean;
            /** @description The Google of this installation is a stand-in */
            demo: boolean;
            connected: boolean;
            /**
             * Format: date-time
             * @description When the consent was last given
             */
            last_connected: string | null;
            /** @description The account's address */
            account: string | null;
            /** @description The calendar that takes appointments */
            calendar_name: string | null;
            /** @enum {string|null} */
            state: "ok" | "paused" | "needs_reconnect" | null;
            /**
             * @description Null while all is well
             * @enum {string|null}
             */
            reason: "revoked" | "scope" | "failing" | "channel" | "target_gone" | "asked_to_wait" | null;
            /** @description What is wrong and what helps, as a sentence */
            detail: string | null;
            /** Format: date-time */
            last_synced_at: string | null;
            /**
             * Format: date-time
             * @description When Google is asked next, while that waits
             */
            next_try_at: string | null;
            /** @description Future blocks of time that are kept from this account */
            busy_blocks: number;
            /**
             * Format: date-time
             * @description There are more busy times than are kept: from then on all is taken. Null: all are kept
             */
            busy_known_until: string | null;
            /** @description Upcoming appointments that should stand in the calendar and do not */
            missing_appointments: number;
            /** @description Appointments that were moved or deleted at Google and wait for a decision */
            undecided_appointments: number;
            /**
             * @description What appointments are called there: with the client's initials, or 'Appointment' alone
             * @enum {string|null}
             */
            titles: "initials" | "plain" | null;
            /** @description Video sessions without a link of their own get one of Google Meet */
            meet_links: boolean | null;
            /** @description The list of the calendars may be read; else there are the main one, and those chosen before */
            may_list: boolean;
            calendars: components["schemas"]["CalendarSourceDto"][];
            /** @description Where the calendar is opened */
            open_url: string | null;
        };
        CalendarSettingsDto: {
            /** @description Calendars that block times; those left out do not */
            blocking: string[];
            /**
             * Format: uuid
             * @description The calendar that takes appointments; left out: none does
             */
            appointments?: string | null;
            /** @enum {string} */
            titles: "initials" | "plain";
            meet_links: boolean;
        };
        DisconnectedDto: {
            /** @enum {string} */
            status: "disconnected";
            /** @description False: Google could not be told; the consent is to be taken back there */
            revoked: boolean;
        };
        ForeignFeedDto: {
            /** @description Null: there is none. */
            address: string | null;
            /**
             * @description 'reading': it was not read yet; 'failing': busy times are those that were known last
             * @enum {string|null}
             */
            state: "ok" | "failing" | "reading" | null;
            /** @description A sentence, while it fails */
            reason: string | null;
            /** Format: date-time */
            last_read_at: string | null;
            busy_blocks: number;
            /**
             * Format: date-time
             * @description There are more busy times than are kept: from then on all is taken. Null: all are kept
             */
            busy_known_until: string | null;
        };
        ForeignFeedInputDto: {
            /** @description https:// or webcal:// */
            address: string;
        };
        CalendarFeedDto: {
            /** @description A secret: whoever has it reads the appointments. Given once, when it is made; null after that, and where there is none. */
            address: string | null;
            /**
             * Format: date-time
             * @description Null: there is none.
             */
            created_at: string | null;
            /**
             * Format: date-time
             * @description When a calendar last asked for it
             */
            last_read_at: string | null;
        };
        OtherContactDto: {
            name: string;
            phone: string | null;
        };
        ClientSessionsDto: {
            /** @description Confirmed, and not over */
            upcoming: number;
            completed: number;
            cancelled: number;
            no_shows: number;
        };
        MergedRecordDto: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string | null;
            /** @description What was kept about them */
            remark: string;
            /** Format: date-time */
            merged_at: string;
            /**
             * Format: date-time
             * @description Until when the two can be separated; null: no more
             */
            separable_until: string | null;
        };
        OwnClientDto: {
            /** Format: uuid */
            id: string;
            /** @description As the client booked last, or the therapist typed it; else as the first visitor did */
            name: string;
            email: string | null;
            phone: string | null;
            /** @description The name was typed by somebody who did not sign in; nothing the client or the therapist did tells it */
            known_by_visitor: boolean;
            /** @description So was the number */
            phone_by_visitor: boolean;
            /** @description Other names and numbers that people typed who did not sign in, of appointments that stand, the newest first */
            other_contacts: components["schemas"]["OtherContactDto"][];
            /** @description The client's IANA zone, where a booking told it */
            timezone: string | null;
            /**
             * Format: date-time
             * @description When they booked first
             */
            since: string | null;
            /**
             * Format: date-time
             * @description The next session
             */
            next_starts_at: string | null;
            sessions: components["schemas"]["ClientSessionsDto"];
            /** @description For the therapist alone */
            remark: string;
            /**
             * Format: date
             * @description In the therapist’s zone
             */
            discharged_on: string | null;
            /** @description 0 before anything was kept */
            version: number;
            /** @description They sign in with their address, as far as this practice may know */
            has_account: boolean;
            /**
             * Format: uuid
             * @description The client with whose record this one is shown
             */
            merged_into: string | null;
            merged: components["schemas"]["MergedRecordDto"][];
        };
        OwnClientInputDto: {
            remark: string;
            /** Format: date */
            discharged_on: string | null;
            /** @description The version that the changes began with */
            version: number;
        };
        MergeClientDto: {
            /** Format: uuid */
            client_id: string;
        };
        OpenFormDto: {
            /** @description What stands behind the # of the link. */
            token: string;
            /** @description They know the practice: the form is shown. */
            knows_practice?: boolean;
        };
        ShowIfDto: {
            question_id: string;
            /** @description Among the options of a select, radio or checkbox question */
            any_of?: string[];
            /** @description Of a scale or number question */
            at_least?: number;
        };
        QuestionDto: {
            /** @description Unique within the form, the same in all of its versions */
            id: string;
            /** @enum {string} */
            type: "text" | "textarea" | "select" | "radio" | "checkbox" | "email" | "phone" | "date" | "number" | "scale";
            question: string;
            /** @description Empty when there is none */
            help_text: string;
            required: boolean;
            /** @description Empty for types without options */
            options: string[];
            /** @description It begins a page of its own */
            new_page: boolean;
            show_if: components["schemas"]["ShowIfDto"] | null;
        };
        FormAnswerDto: {
            question_id: string;
            value: string | number | string[];
            /** Format: date-time */
            answered_at: string;
        };
        FormSheetDto: {
            title: string;
            description: string;
            version: number;
            questions: components["schemas"]["QuestionDto"][];
            /** @description An option among them may not be offered any more: then it is asked again. */
            answers: components["schemas"]["FormAnswerDto"][];
        };
        FormLinkDto: {
            /**
             * @description other_person: somebody else is signed in here. practice_unknown: who is signed in goes to other practices and never went to this one; nothing is shown before they say that they know it.
             * @enum {string}
             */
            status: "open" | "practice_unknown" | "code_needed" | "completed" | "expired" | "cancelled" | "withdrawn" | "other_person";
            therapist_name: string;
            /**
             * Format: date-time
             * @description Since when the practice is here.
             */
            practice_since: string;
            /** @description Told to nobody but the person, signed in. */
            unknown_practice: components["schemas"]["UnknownPracticeDto"] | null;
            /**
             * Format: date-time
             * @description Of the appointment.
             */
            starts_at: string | null;
            /** @description IANA zone of the appointment. */
            timezone: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** @description Only while it is open. */
            form: components["schemas"]["FormSheetDto"] | null;
            /** @description The person has just proved to be themselves, here; answers that another device gave stand there. */
            answered_elsewhere: boolean;
        };
        GiveAnswerDto: {
            /** @description What stands behind the # of the link. */
            token: string;
            /** @description The version of the form that is on the screen. */
            version: number;
            question_id: string;
            /** @description A text, a number (number, scale) or the chosen options (checkbox); null or nothing takes the answer away. */
            value?: (string | null) | number | string[];
        };
        SavedAnswerDto: {
            question_id: string;
            /** Format: date-time */
            saved_at: string;
        };
        FormTokenDto: {
            /** @description What stands behind the # of the link. */
            token: string;
        };
        FormCodeSentDto: {
            /** @enum {string} */
            status: "code_sent";
            resend_after_seconds: number;
            expires_in_seconds: number;
        };
        VerifyFormCodeDto: {
            /** @description What stands behind the # of the link. */
            token: string;
            /** @example 042137 */
            code: string;
        };
        CompleteFormDto: {
            /** @description What stands behind the # of the link. */
            token: string;
            /** @description The version of the form that is on the screen. */
            version: number;
            /** @description The name of the person, typed by themselves. */
            signed_name: string;
        };
        IntakeFormSummaryDto: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            question_count: number;
            /**
             * @description Answers are scored by this published questionnaire
             * @enum {string|null}
             */
            instrument: "phq-9" | "gad-7" | null;
            /** @description The newest, from 1 */
            version: number;
            archived: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        QuestionInputDto: {
            /** @description Of a question that was saved before, or made by the caller; without one it is made here */
            id?: string;
            /** @enum {string} */
            type: "text" | "textarea" | "select" | "radio" | "checkbox" | "email" | "phone" | "date" | "number" | "scale";
            question: string;
            /** @default  */
            help_text?: string | null;
            /** @default false */
            required?: boolean;
            /**
             * @description Of select, radio and checkbox: 1 to 50 texts of 1 to 200 characters, each once
             * @default []
             */
            options?: string[];
            /** @default false */
            new_page?: boolean;
            /** @default null */
            show_if?: components["schemas"]["ShowIfDto"] | null;
        };
        IntakeFormInputDto: {
            title: string;
            /** @default  */
            description?: string | null;
            questions: components["schemas"]["QuestionInputDto"][];
            /**
             * @description Scored: only with exactly its published items among the questions
             * @default null
             * @enum {string|null}
             */
            instrument?: "phq-9" | "gad-7" | null;
        };
        IntakeFormDto: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            question_count: number;
            /**
             * @description Answers are scored by this published questionnaire
             * @enum {string|null}
             */
            instrument: "phq-9" | "gad-7" | null;
            /** @description The newest, from 1 */
            version: number;
            archived: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            questions: components["schemas"]["QuestionDto"][];
        };
        IntakeTemplateDto: {
            key: string;
            title: string;
            description: string;
            /** @enum {string|null} */
            instrument: "phq-9" | "gad-7" | null;
            questions: components["schemas"]["QuestionDto"][];
            /** @description Who made it and what may be done with it */
            source: string;
        };
        IntakeFormUpdateDto: {
            title: string;
            /** @default  */
            description?: string | null;
            questions: components["schemas"]["QuestionInputDto"][];
            /**
             * @description Scored: only with exactly its published items among the questions
             * @default null
             * @enum {string|null}
             */
            instrument?: "phq-9" | "gad-7" | null;
            /** @description The version that the changes began with: when another one was saved meanwhile, the answer is 409. Without it this one becomes the newest */
            version?: number;
        };
        FormServiceDto: {
            /** Format: uuid */
            service_id: string;
            /** @description With every booking; otherwise until the person has completed it once */
            every_booking: boolean;
        };
        FormServicesDto: {
            services: components["schemas"]["FormServiceDto"][];
        };
        IntakeRequestDto: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            form_id: string;
            /** Format: uuid */
            booking_id: string | null;
            /** Format: uuid */
            client_id: string;
            client_name: string;
            title: string;
            /** @enum {string} */
            status: "sent" | "opened" | "started" | "completed" | "expired" | "cancelled" | "withdrawn";
            /** Format: date-time */
            sent_at: string;
            /** Format: date-time */
            opened_at: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            reminded_at: string | null;
            /**
             * Format: date-time
             * @description Of the appointment.
             */
            starts_at: string | null;
            /** @description IANA zone of the appointment. */
            timezone: string | null;
            /** @description Completed PHQ-9: what item 9, thoughts of death or self-harm, was answered with, 0 to 3. */
            self_harm: number | null;
        };
        SendFormDto: {
            /** Format: uuid */
            form_id: string;
            /** Format: uuid */
            booking_id?: string;
            /** Format: uuid */
            client_id?: string;
        };
        OwnFormDto: {
            /** Format: uuid */
            id: string;
            title: string;
            therapist_name: string;
            /** @enum {string} */
            status: "sent" | "opened" | "started" | "completed" | "expired" | "cancelled" | "withdrawn";
            /** Format: date-time */
            sent_at: string;
            /** Format: date-time */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description Of the appointment.
             */
            starts_at: string | null;
            /** @description IANA zone of the appointment. */
            timezone: string | null;
        };
        OwnFormLinkDto: {
            /** @description Where the form is filled in, from the root of this site. */
            path: string;
        };
        AnsweredQuestionDto: {
            /** @description Unique within the form, the same in all of its versions */
            id: string;
            /** @enum {string} */
            type: "text" | "textarea" | "select" | "radio" | "checkbox" | "email" | "phone" | "date" | "number" | "scale";
            question: string;
            /** @description Empty when there is none */
            help_text: string;
            required: boolean;
            /** @description Empty for types without options */
            options: string[];
            /** @description It begins a page of its own */
            new_page: boolean;
            show_if: components["schemas"]["ShowIfDto"] | null;
            /** @description Null: not answered. */
            answer: (string | null) | number | string[];
        };
        ScoreDto: {
            /**
             * Format: uuid
             * @description Of the form that was completed.
             */
            id: string;
            /** @enum {string} */
            instrument: "phq-9" | "gad-7";
            /** Format: date-time */
            completed_at: string;
            /** @description Null while an item is not answered. */
            sum: number | null;
            /** @description The largest sum there is. */
            most: number;
            /** @enum {string|null} */
            severity: "minimal" | "mild" | "moderate" | "moderately_severe" | "severe" | null;
            /** @description PHQ-9: what item 9, thoughts of death or self-harm, was answered with, 0 to 3. */
            self_harm: number | null;
            /** @description The same in the words of the answer. */
            self_harm_answer: string | null;
        };
        AnsweredFormDto: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            form_id: string;
            /** Format: uuid */
            client_id: string;
            client_name: string;
            title: string;
            description: string;
            /** @description The version that was answered. */
            version: number;
            /** Format: date-time */
            completed_at: string;
            /** @description The name that the client typed to sign. */
            signed_name: string;
            /** @description Those that were shown, in their order. */
            questions: components["schemas"]["AnsweredQuestionDto"][];
            /** @description Who made the questionnaire, and what may be done with it. */
            source: string | null;
            score: components["schemas"]["ScoreDto"] | null;
            /** @description The same questionnaire of the same client over time, oldest first, this one included. */
            scores: components["schemas"]["ScoreDto"][];
        };
        NoteDraftSummaryDto: {
            /** Format: uuid */
            draft_id: string;
            /** @description May be empty */
            title: string;
            /** @description The first 200 characters of the content */
            preview: string;
            /** Format: uuid */
            booking_id: string | null;
            /** Format: uuid */
            client_id: string | null;
            /** Format: date-time */
            saved_at: string;
        };
        NoteDraftDto: {
            title: string;
            content: string;
            tags: string[];
            /** Format: uuid */
            booking_id: string | null;
            /** Format: uuid */
            client_id: string | null;
            is_client_visible: boolean;
            is_private: boolean;
            /** @enum {string|null} */
            template: "soap" | "dap" | "birp" | "free" | null;
            base_version: number | null;
            /** Format: date-time */
            saved_at: string;
            /**
             * Format: date-time
             * @description 30 days after it was saved last
             */
            expires_at: string;
        };
        NoteDraftInputDto: {
            /** @description May be empty */
            title: string;
            content: string;
            /** @description Each of at most 40 characters; trimmed, doubles are left out */
            tags?: string[];
            /**
             * Format: uuid
             * @description As chosen; checked when the note is saved
             */
            booking_id?: string | null;
            /**
             * Format: uuid
             * @description As chosen; checked when the note is saved
             */
            client_id?: string | null;
            is_client_visible?: boolean;
            is_private?: boolean;
            /** @enum {string|null} */
            template?: "soap" | "dap" | "birp" | "free" | null;
            /** @description The version of the note that the changes began with */
            base_version?: number;
            /**
             * Format: date-time
             * @description When the editor held this. What is older than the draft that is there changes nothing
             */
            saved_at: string;
        };
        NoteDraftStateDto: {
            /** @description False: a newer one is there, the note says the same already, or the draft was saved as a note or discarded */
            stored: boolean;
            /**
             * Format: date-time
             * @description Of the draft that is there now
             */
            saved_at: string | null;
        };
        NoteRemovalDto: {
            /** @enum {string} */
            status: "deleted";
        };
        NoteAppointmentDto: {
            /** Format: date-time */
            starts_at: string;
            timezone: string;
            service_name: string;
        };
        SessionNoteSummaryDto: {
            /** Format: uuid */
            id: string;
            title: string;
            /** Format: uuid */
            booking_id: string | null;
            /** Format: uuid */
            client_id: string | null;
            /** @description As it was given to this therapist */
            client_name: string | null;
            appointment: components["schemas"]["NoteAppointmentDto"] | null;
            tags: string[];
            is_client_visible: boolean;
            is_private: boolean;
            /** @enum {string|null} */
            template: "soap" | "dap" | "birp" | "free" | null;
            /**
             * @description A signed note is not changed any more; it can be amended
             * @enum {string}
             */
            status: "draft" | "signed";
            /** Format: date-time */
            signed_at: string | null;
            /** @description Counts every deed of the history, from 1 */
            version: number;
            /** @description Null until the therapist has accepted one; in a list the first 700 characters of one that has more than 900 */
            ai_summary: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The first 200 characters of the content, with an ellipsis where there is more; the whole is in the detail */
            preview: string;
        };
        NewNoteDto: {
            title: string;
            /**
             * Format: uuid
             * @description An appointment of the therapist. The note is about its client
             */
            booking_id?: string | null;
            /**
             * Format: uuid
             * @description A client of the therapist; not needed with an appointment
             */
            client_id?: string | null;
            /** @description Each of at most 40 characters; trimmed, doubles are left out */
            tags?: string[];
            /** @description In no export, no client’s view and no analysis. Not together with is_client_visible */
            is_private?: boolean;
            /**
             * @description What it was begun with
             * @enum {string|null}
             */
            template?: "soap" | "dap" | "birp" | "free" | null;
            /** @default  */
            content?: string;
            /** @description The client of the note may read it in the portal */
            is_client_visible?: boolean;
            /**
             * Format: uuid
             * @description The editor’s draft that this note was: it is closed
             */
            draft_id?: string;
        };
        SessionNoteDto: {
            /** Format: uuid */
            id: string;
            title: string;
            /** Format: uuid */
            booking_id: string | null;
            /** Format: uuid */
            client_id: string | null;
            /** @description As it was given to this therapist */
            client_name: string | null;
            appointment: components["schemas"]["NoteAppointmentDto"] | null;
            tags: string[];
            is_client_visible: boolean;
            is_private: boolean;
            /** @enum {string|null} */
            template: "soap" | "dap" | "birp" | "free" | null;
            /**
             * @description A signed note is not changed any more; it can be amended
             * @enum {string}
             */
            status: "draft" | "signed";
            /** Format: date-time */
            signed_at: string | null;
            /** @description Counts every deed of the history, from 1 */
            version: number;
            /** @description Null until the therapist has accepted one; in a list the first 700 characters of one that has more than 900 */
            ai_summary: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            content: string;
            /** @description Who signed it */
            signed_by: string | null;
            /**
             * Format: date-time
             * @description What an editor left unsaved can be fetched; null: nothing
             */
            draft_saved_at: string | null;
        };
        NoteSummaryDto: {
            total: number;
        };
        TagCountDto: {
            tag: string;
            /** @description Notes that have it */
            count: number;
        };
        NoteTemplateDto: {
            /** @enum {string} */
            key: "soap" | "dap" | "birp" | "free";
            name: string;
            description: string;
            /** @description Headings with room below them */
            content: string;
        };
        LastNoteDto: {
            /** Format: uuid */
            id: string;
            title: string;
            content: string;
            /** Format: date-time */
            created_at: string;
        };
        NoteFileDto: {
            /** Format: uuid */
            id: string;
            filename: string;
            /** @enum {string} */
            file_type: "image" | "pdf";
            /**
             * @description By its content
             * @enum {string}
             */
            media_type: "image/jpeg" | "image/png" | "image/webp" | "application/pdf";
            /** @description In bytes */
            file_size: number;
            /** @description Null until it is known */
            page_count: number | null;
            /** @description How many of its pages are read */
            pages_read: number;
            /** @enum {string} */
            processing_status: "processing" | "completed" | "error";
            /** @description Why it could not be read, as a sentence */
            error_reason: string | null;
            /** @description The first 2,000 characters, the pages have the rest; null until it is read */
            extracted_text: string | null;
            /** @description The summary of its analysis; null until the therapist has accepted one */
            ai_analysis: string | null;
            /** Format: date-time */
            created_at: string;
        };
        NoteAmendmentDto: {
            /** Format: uuid */
            id: string;
            /** @description The note’s, with it */
            version: number;
            text: string;
            /** Format: date-time */
            created_at: string;
        };
        SessionNoteDetailDto: {
            session_note: components["schemas"]["SessionNoteDto"];
            /** @description Oldest first */
            files: components["schemas"]["NoteFileDto"][];
            /** @description Oldest first */
            amendments: components["schemas"]["NoteAmendmentDto"][];
        };
        NoteUpdateDto: {
            title: string;
            /**
             * Format: uuid
             * @description An appointment of the therapist. The note is about its client
             */
            booking_id?: string | null;
            /**
             * Format: uuid
             * @description A client of the therapist; not needed with an appointment
             */
            client_id?: string | null;
            /** @description Each of at most 40 characters; trimmed, doubles are left out */
            tags?: string[];
            /** @description In no export, no client’s view and no analysis. Not together with is_client_visible */
            is_private?: boolean;
            /**
             * @description What it was begun with
             * @enum {string|null}
             */
            template?: "soap" | "dap" | "birp" | "free" | null;
            content: string;
            is_client_visible: boolean;
            /** @description The version that the changes began with: when another one was saved meanwhile, the answer is 409. Without it this one becomes the newest */
            version?: number;
        };
        NoteVersionDto: {
            /** Format: uuid */
            id: string;
            /** @description The note’s, after it */
            version: number;
            /** @enum {string} */
            kind: "created" | "edited" | "signed" | "unlocked" | "amended";
            /** @description Null where no text changed: the ones before still hold */
            title: string | null;
            content: string | null;
            tags: string[] | null;
            is_client_visible: boolean;
            is_private: boolean;
            /** @description Why it was unlocked */
            reason: string | null;
            /** @description What was added to it */
            amendment: string | null;
            /** Format: date-time */
            created_at: string;
        };
        SignNoteDto: {
            /** @description The version that was looked at: when the note changed since, the answer is 409 */
            version?: number;
        };
        UnlockNoteDto: {
            reason: string;
            /** @description The version that was looked at: when the note changed since, the answer is 409 */
            version?: number;
        };
        AmendNoteDto: {
            text: string;
            /** @description The version that was looked at: when the note changed since, the answer is 409 */
            version?: number;
        };
        NoteFileRemovalDto: {
            /** @enum {string} */
            status: "deleted";
        };
        UnsureWordDto: {
            /** @description Offset into the engine’s text */
            start: number;
            end: number;
            confidence: number;
            /** @description Left, top, width and height as fractions of the page; empty where the engine does not say */
            box: number[];
        };
        NotePageDto: {
            page: number;
            /**
             * @description What read it: the text that stands in the file, recognition on this machine, or the language model
             * @enum {string}
             */
            engine: "text-layer" | "tesseract" | "vision";
            /** @description Why the language model that is set up did not read it */
            instead_of_vision: string | null;
            /** @description Null where the engine does not say */
            confidence: number | null;
            /** @description Handwriting, most likely: please correct */
            is_low_confidence: boolean;
            /** @description As the engine read it */
            text: string;
            unsure: components["schemas"]["UnsureWordDto"][];
            /** @description As the therapist corrected it: this one is searched and analysed */
            correction: string | null;
            /** @description Counts corrections, from 1 */
            version: number;
            /** Format: date-time */
            read_at: string;
            /** Format: date-time */
            corrected_at: string | null;
        };
        FileReadingDto: {
            /** Format: uuid */
            file_id: string;
            /** @enum {string} */
            processing_status: "completed" | "processing" | "error";
            /** @description Null until it is known */
            page_count: number | null;
            pages_read: number;
            /** @description Why it could not be read: a word for programs */
            error_reason: string | null;
            /** @description The same for people */
            error_message: string | null;
            /** @description A sentence where not all of its text was read */
            remark: string | null;
            /** @description Those that were read */
            pages: components["schemas"]["NotePageDto"][];
        };
        PageCorrectionDto: {
            text: string;
            /** @description The version that the correction began with: when another one was saved meanwhile, the answer is 409 */
            version: number;
        };
        CitationDto: {
            /** @description What stands there, letter by letter */
            quote: string;
            /** @description In UTF-16 units from the beginning of the text */
            start: number;
            end: number;
            /** @description Of a file: its page, in whose text that is; absent in a note’s own text */
            page?: number;
        };
        StatementDto: {
            text: string;
            citations: components["schemas"]["CitationDto"][];
        };
        RiskCueDto: {
            /** @enum {string} */
            kind: "suicide" | "self_harm" | "harm_to_others" | "abuse" | "substance" | "psychosis" | "hopelessness" | "goodbyes" | "weapons" | "eating" | "postpartum" | "self_neglect";
            /** @enum {string} */
            assertion: "present" | "uncertain" | "history";
            quote: string;
            why: string;
            citations: components["schemas"]["CitationDto"][];
        };
        AnalysisResultDto: {
            summary: components["schemas"]["StatementDto"][];
            themes: components["schemas"]["StatementDto"][];
            interventions: components["schemas"]["StatementDto"][];
            homework: components["schemas"]["StatementDto"][];
            progress: components["schemas"]["StatementDto"][];
            risk_cues: components["schemas"]["RiskCueDto"][];
            next_steps: components["schemas"]["StatementDto"][];
            /** @description What the reader must know of this result */
            remarks: string[];
        };
        NoteAnalysisDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "failed";
            /** @description Why there is no result */
            failure: string | null;
            /**
             * @description Null until it is done
             * @enum {string|null}
             */
            engine: "openai" | "rules" | null;
            /** @description `rule-based summary`, or the model’s name */
            engine_label: string | null;
            /** @description Why the language model, which is set up, did not make it */
            model_failure: string | null;
            prompt_version: string | null;
            input_tokens: number | null;
            output_tokens: number | null;
            milliseconds: number | null;
            /** @description Statements left out because nothing in the text supports them */
            dropped: number;
            /** @description Of the note, when it was read */
            note_version: number | null;
            /** @description The text was changed since */
            is_stale: boolean;
            result: components["schemas"]["AnalysisResultDto"] | null;
            /** @description As the therapist accepted it */
            summary: string | null;
            /** Format: date-time */
            accepted_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
        };
        AnalysisEngineDto: {
            /** @enum {string} */
            engine: "openai" | "rules";
            label: string;
            /** @description What is sent to whom; null where nothing leaves the installation */
            sent: string | null;
        };
        NoteAnalysesDto: {
            /** @description Not accepted yet */
            draft: components["schemas"]["NoteAnalysisDto"] | null;
            accepted: components["schemas"]["NoteAnalysisDto"] | null;
            next: components["schemas"]["AnalysisEngineDto"];
            /** @description Why this note, or this file, cannot be analysed; null where it can */
            refused: string | null;
        };
        AcceptAnalysisDto: {
            /**
             * Format: uuid
             * @description The draft that was looked at
             */
            analysis_id: string;
            /** @description The summary as the therapist wants it; without it as it was made */
            summary?: string;
        };
        ClientNoteBeginningDto: {
            /** Format: uuid */
            id: string;
            /** @description The summary that the therapist accepted, or the title. */
            session_summary: string;
            client_visible_notes: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            therapist_id: string;
            therapist_name: string;
            /** @description Whether the client belongs to this practice by a deed of their own. Anybody can be a therapist and book for a foreign address: what such a practice writes comes last, and is shown as that. */
            practice_confirmed: boolean;
            /** @description A text of more than 900 characters is there with its first 700; the note’s own address has all of it. */
            is_whole: boolean;
        };
        ClientNoteListDto: {
            /** @description Of practices that the client has confirmed, newest first. */
            session_notes: components["schemas"]["ClientNoteBeginningDto"][];
        };
        ClientSessionNoteDto: {
            /** Format: uuid */
            id: string;
            /** @description The summary that the therapist accepted, or the title. */
            session_summary: string;
            client_visible_notes: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            therapist_id: string;
            therapist_name: string;
            /** @description Whether the client belongs to this practice by a deed of their own. Anybody can be a therapist and book for a foreign address: what such a practice writes comes last, and is shown as that. */
            practice_confirmed: boolean;
        };
        PlanGoalDto: {
            /** Format: uuid */
            id: string;
            text: string;
            /** @description Per cent */
            progress: number;
        };
        CarePlanSummaryDto: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            client_id: string;
            /** @description As it was given to this therapist */
            client_name: string;
            /**
             * Format: uuid
             * @description The note that it came from
             */
            note_id: string | null;
            title: string;
            /** Format: date */
            follow_up_date: string | null;
            /**
             * @description Withdrawn: the client saw it before
             * @enum {string}
             */
            status: "draft" | "published" | "withdrawn";
            /** Format: date-time */
            published_at: string | null;
            /** Format: date-time */
            withdrawn_at: string | null;
            /** @description Counts what the therapist saved, from 1 */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            action_count: number;
            /** @description Actions that the client ticked off */
            done_count: number;
            /**
             * Format: date-time
             * @description The newest tick
             */
            last_done_at: string | null;
            goals: components["schemas"]["PlanGoalDto"][];
        };
        PlanActionInputDto: {
            /**
             * Format: uuid
             * @description Of one that is in the plan; without it, or with an unknown one, it is new
             */
            id?: string;
            text: string;
        };
        PlanGoalInputDto: {
            /**
             * Format: uuid
             * @description Of one that is in the plan; without it, or with an unknown one, it is new
             */
            id?: string;
            text: string;
            /** @description Per cent */
            progress: number;
        };
        NewPlanDto: {
            title: string;
            /** @default  */
            description?: string;
            actions?: components["schemas"]["PlanActionInputDto"][];
            goals?: components["schemas"]["PlanGoalInputDto"][];
            /**
             * Format: date
             * @description A day in the therapist’s zone. On it the therapist is reminded, and the client of a published plan
             */
            follow_up_date?: string | null;
            /**
             * Format: uuid
             * @description A client of the therapist. A plan stays with its client
             */
            client_id: string;
            /**
             * Format: uuid
             * @description A note about the same client, which it came from
             */
            note_id?: string | null;
        };
        PlanActionDto: {
            /** Format: uuid */
            id: string;
            text: string;
            /**
             * Format: date-time
             * @description When the client ticked it off
             */
            done_at: string | null;
        };
        CarePlanDto: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            client_id: string;
            /** @description As it was given to this therapist */
            client_name: string;
            /**
             * Format: uuid
             * @description The note that it came from
             */
            note_id: string | null;
            title: string;
            /** Format: date */
            follow_up_date: string | null;
            /**
             * @description Withdrawn: the client saw it before
             * @enum {string}
             */
            status: "draft" | "published" | "withdrawn";
            /** Format: date-time */
            published_at: string | null;
            /** Format: date-time */
            withdrawn_at: string | null;
            /** @description Counts what the therapist saved, from 1 */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            description: string;
            actions: components["schemas"]["PlanActionDto"][];
            goals: components["schemas"]["PlanGoalDto"][];
            /** @description Whether this client can be shown a plan: an appointment has taken place, or was booked with a confirmed address */
            is_publishable: boolean;
        };
        PlanCountsDto: {
            total: number;
            published: number;
        };
        PlanClientDto: {
            /** Format: uuid */
            id: string;
            /** @description As it was given to this therapist */
            name: string;
            /** @description As it was given to this therapist: people share names */
            email: string;
        };
        PlanUpdateDto: {
            title: string;
            /** @default  */
            description?: string;
            actions?: components["schemas"]["PlanActionInputDto"][];
            goals?: components["schemas"]["PlanGoalInputDto"][];
            /**
             * Format: date
             * @description A day in the therapist’s zone. On it the therapist is reminded, and the client of a published plan
             */
            follow_up_date?: string | null;
            /** @description The version that the changes began with: when another one was saved meanwhile, the answer is 409. Without it this one becomes the newest */
            version?: number;
        };
        GoalProgressDto: {
            /** @description Per cent */
            progress: number;
        };
        PlanRemovalDto: {
            /** @enum {string} */
            status: "deleted";
        };
        PlanVersionDto: {
            /** @description The version that was looked at: when another one was saved meanwhile, the answer is 409 */
            version?: number;
        };
        CarePlanBeginningDto: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            recommended_actions: string[];
            /** @description The same actions, with what the client has ticked off */
            actions: components["schemas"]["PlanActionDto"][];
            goals: components["schemas"]["PlanGoalDto"][];
            /** Format: date */
            follow_up_date: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            therapist_id: string;
            therapist_name: string;
            /** @description As of a session note. */
            practice_confirmed: boolean;
            /** @description A description of more than 900 characters is there with its first 700, and of actions and goals as many as have 1,500 characters together; the plan’s own address has all of it. */
            is_whole: boolean;
        };
        CarePlanListDto: {
            /** @description Of practices that the client has confirmed, newest first. */
            care_plans: components["schemas"]["CarePlanBeginningDto"][];
        };
        AftercareRecommendationDto: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            recommended_actions: string[];
            /** @description The same actions, with what the client has ticked off */
            actions: components["schemas"]["PlanActionDto"][];
            goals: components["schemas"]["PlanGoalDto"][];
            /** Format: date */
            follow_up_date: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            therapist_id: string;
            therapist_name: string;
            /** @description As of a session note. */
            practice_confirmed: boolean;
        };
        TickDto: {
            done: boolean;
        };
        RequestConsentDto: {
            /**
             * Format: uuid
             * @description Who is signed in.
             */
            therapist_id: string;
            /**
             * Format: uuid
             * @description Null for somebody who is not among the clients.
             */
            client_id?: string | null;
            /** @description Of Google Meet or Zoom. Null for a session that is recorded on this device, or a file. */
            meeting_url?: string | null;
        };
        ConsentMarkDto: {
            /**
             * @description Whose consent it is about.
             * @enum {string}
             */
            party: "therapist" | "client";
            /** @enum {string} */
            answer: "agreed" | "declined" | "withdrawn";
            /**
             * @description Who clicked: `therapist` for the party `client` means recorded by the therapist on behalf of the client.
             * @enum {string}
             */
            recorded_by: "therapist" | "client";
            /**
             * @description On the therapist’s screen, in the client’s portal, or with the mailed link; null where a client has not told the practice whether they have an account.
             * @enum {string|null}
             */
            way: "screen" | "portal" | "link" | null;
            /** Format: date-time */
            answered_at: string;
            /** @description Of the text beside the button. */
            text_version: string;
        };
        MeetingConsentDto: {
            /** Format: uuid */
            consent_id: string;
            /** Format: uuid */
            client_id: string | null;
            client_name: string | null;
            /** @description Null where no meeting is joined. */
            meeting_url: string | null;
            therapist_consent_text: string;
            client_consent_text: string;
            /** @description Of both texts. */
            text_version: string;
            /** @enum {string} */
            status: "waiting" | "complete" | "declined" | "used" | "withdrawn" | "expired";
            /**
             * Format: uuid
             * @description The session that began with it.
             */
            session_id: string | null;
            /** @description Null until they answered. */
            therapist_consented: boolean | null;
            /** @description Null until they answered. */
            client_consented: boolean | null;
            /**
             * @description Who clicked for the client: `therapist` means recorded by the therapist on behalf of the client.
             * @enum {string|null}
             */
            client_recorded_by: "therapist" | "client" | null;
            /** @description The client has to click themselves, with the link that they were mailed or in the portal; until then the consents are not complete. */
            client_own_click_needed: boolean;
            /** @description The client was mailed a link of their own. */
            client_was_mailed: boolean;
            both_consents_complete: boolean;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Until then a session can begin with it.
             */
            expires_at: string;
            /** Format: date-time */
            withdrawn_at: string | null;
            /** @enum {string|null} */
            withdrawn_by: "therapist" | "client" | null;
            /** @description Each click, the newest last. */
            marks: components["schemas"]["ConsentMarkDto"][];
        };
        RecordConsentDto: {
            /** Format: uuid */
            consent_id: string;
            /** @enum {string} */
            party: "therapist" | "client";
            consent_given: boolean;
        };
        MeetingSettingsDto: {
            /** @description Clients who have an address are asked for a click of their own. */
            ask_client_own_click: boolean;
            /**
             * @description How many days transcripts are kept; without it, it stays as it is
             * @default 30
             */
            transcript_kept_days?: number;
        };
        OwnMeetingConsentDto: {
            /** Format: uuid */
            id: string;
            therapist_name: string;
            /**
             * Format: date-time
             * @description Since when the practice is here.
             */
            practice_since: string;
            /** @description Told to nobody but the person, signed in. */
            unknown_practice: components["schemas"]["UnknownPracticeDto"] | null;
            /** @description What they agree to. */
            consent_text: string;
            text_version: string;
            /** @enum {string} */
            status: "waiting" | "complete" | "declined" | "used" | "withdrawn" | "expired";
            /** @description Null until there is an answer. */
            consented: boolean | null;
            /**
             * @description `therapist`: the therapist recorded it on the client’s behalf.
             * @enum {string|null}
             */
            recorded_by: "therapist" | "client" | null;
            /** @description Without the client’s own yes nothing is recorded. Otherwise the therapist may also note their answer; a no of their own holds. */
            needs_own_click: boolean;
            /** @description They can agree now. */
            can_agree: boolean;
            /** @description They can decline or withdraw now. */
            can_decline: boolean;
            /** Format: date-time */
            asked_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            withdrawn_at: string | null;
            /** @description Each click, the newest last. */
            marks: components["schemas"]["ConsentMarkDto"][];
        };
        AnswerConsentDto: {
            /** @description False declines; after their own yes, and of a session that has begun, it withdraws. */
            consent_given: boolean;
        };
        ConsentTokenDto: {
            /** @description What stands behind the # of the link. */
            token: string;
        };
        AnswerLinkedConsentDto: {
            /** @description What stands behind the # of the link. */
            token: string;
            /** @description False declines; after their own yes, and of a session that has begun, it withdraws. */
            consent_given: boolean;
        };
        EngineDto: {
            /** @enum {string} */
            route: "bot" | "device" | "upload";
            /** @enum {string|null} */
            platform: "google_meet" | "zoom" | null;
            available: boolean;
            /** @description Why not, for people. */
            reason: string | null;
        };
        EnginesDto: {
            engines: components["schemas"]["EngineDto"][];
            /** @description Kinds of files that can be uploaded. */
            upload_formats: string[];
            /** @description Why no others, for people. */
            upload_reason: string | null;
            upload_max_bytes: number;
            upload_max_minutes: number;
            transcription_available: boolean;
            /** @description Why not, for people. */
            transcription_reason: string | null;
            /** @description What is sent to whom; null where nothing leaves the installation. */
            transcription_sent: string | null;
        };
        StartBotDto: {
            /** Format: uuid */
            consent_id: string;
            session_duration_minutes: number;
            enable_real_time_notes: boolean;
            enable_post_meeting_analysis: boolean;
            /**
             * @description 44,100, 22,050 or 16,000 frames a second.
             * @enum {string}
             */
            audio_quality: "high" | "medium" | "low";
            /** @enum {string} */
            meeting_platform: "google_meet" | "zoom";
            meeting_url: string;
        };
        MeetingSessionDto: {
            /** Format: uuid */
            session_id: string;
            /** Format: uuid */
            consent_id: string;
            /** Format: uuid */
            client_id: string | null;
            /** @enum {string} */
            route: "bot" | "device" | "upload";
            /**
             * @description Null where no meeting is joined.
             * @enum {string|null}
             */
            platform: "google_meet" | "zoom" | null;
            /**
             * @description `recording` is said only while sound is stored.
             * @enum {string}
             */
            status: "joining" | "recording" | "processing" | "completed" | "failed" | "cancelled";
            /** @enum {string} */
            phase: "queued" | "joining" | "lobby" | "in_call" | "processing" | "completed" | "failed" | "cancelled";
            /** @description How far it is, for people. */
            sentence: string;
            /** @enum {string|null} */
            end_reason: "duration_reached" | "completed_early" | "host_ended" | "kicked" | "alone_timeout" | "silence_timeout" | "consent_withdrawn" | "cancelled" | "invalid_url" | "not_found" | "not_started_timeout" | "lobby_timeout" | "gave_way" | "made_room" | "denied" | "blocked_by_platform" | "login_required" | "captcha" | "zoom_rtms_required" | "passcode_required" | "ui_changed" | "announce_failed" | "no_audio_stream" | "browser_crash" | "worker_lost" | "connection_lost" | "disk_full" | "engine_unavailable" | "file_read" | "file_too_long" | "file_unreadable" | "sound_damaged" | null;
            /** @description The two words in the name of its notetaker, until it is over; null without one. */
            notetaker_words: string | null;
            /** Format: date-time */
            estimated_completion: string;
            /**
             * Format: date-time
             * @description When the first sound was stored.
             */
            start_time: string | null;
            /** Format: date-time */
            end_time: string | null;
            session_duration_minutes: number;
            /** @enum {string} */
            audio_quality: "high" | "medium" | "low";
            /** @description Frames a second. */
            sample_rate: number;
            is_paused: boolean;
            /** @description It should record, and no sound came for 15 seconds. */
            is_interrupted: boolean;
            recorded_seconds: number;
            /** @description The peak of the newest sound that is stored. */
            level: number | null;
            /**
             * Format: date-time
             * @description When whoever records was heard of last.
             */
            heard_of_at: string;
            /**
             * Format: date-time
             * @description When the sound is destroyed at the latest; null while it is recorded, and once it is.
             */
            sound_kept_until: string | null;
            /** @description There is no sound any more. */
            sound_is_destroyed: boolean;
            /** @description It is finished */
            has_transcript: boolean;
            /** @enum {string} */
            transcript_state: "none" | "live" | "waiting" | "running" | "done" | "failed" | "destroyed";
            /** @description It is finished */
            has_analysis: boolean;
            /** @enum {string} */
            analysis_state: "none" | "waiting" | "running" | "done" | "failed";
            /**
             * @description What could not be made of the sound; asked for again, it goes on.
             * @enum {string|null}
             */
            failure_code: "transcription_failed" | "analysis_failed" | null;
        };
        GapDto: {
            part: number;
            /** @description How much was recorded before it, in seconds. */
            after_seconds: number;
            seconds: number;
        };
        MeetingSessionStatusDto: {
            /** Format: uuid */
            session_id: string;
            /** Format: uuid */
            consent_id: string;
            /** Format: uuid */
            client_id: string | null;
            /** @enum {string} */
            route: "bot" | "device" | "upload";
            /**
             * @description Null where no meeting is joined.
             * @enum {string|null}
             */
            platform: "google_meet" | "zoom" | null;
            /**
             * @description `recording` is said only while sound is stored.
             * @enum {string}
             */
            status: "joining" | "recording" | "processing" | "completed" | "failed" | "cancelled";
            /** @enum {string} */
            phase: "queued" | "joining" | "lobby" | "in_call" | "processing" | "completed" | "failed" | "cancelled";
            /** @description How far it is, for people. */
            sentence: string;
            /** @enum {string|null} */
            end_reason: "duration_reached" | "completed_early" | "host_ended" | "kicked" | "alone_timeout" | "silence_timeout" | "consent_withdrawn" | "cancelled" | "invalid_url" | "not_found" | "not_started_timeout" | "lobby_timeout" | "gave_way" | "made_room" | "denied" | "blocked_by_platform" | "login_required" | "captcha" | "zoom_rtms_required" | "passcode_required" | "ui_changed" | "announce_failed" | "no_audio_stream" | "browser_crash" | "worker_lost" | "connection_lost" | "disk_full" | "engine_unavailable" | "file_read" | "file_too_long" | "file_unreadable" | "sound_damaged" | null;
            /** @description The two words in the name of its notetaker, until it is over; null without one. */
            notetaker_words: string | null;
            /** Format: date-time */
            estimated_completion: string;
            /**
             * Format: date-time
             * @description When the first sound was stored.
             */
            start_time: string | null;
            /** Format: date-time */
            end_time: string | null;
            session_duration_minutes: number;
            /** @enum {string} */
            audio_quality: "high" | "medium" | "low";
            /** @description Frames a second. */
            sample_rate: number;
            is_paused: boolean;
            /** @description It should record, and no sound came for 15 seconds. */
            is_interrupted: boolean;
            recorded_seconds: number;
            /** @description The peak of the newest sound that is stored. */
            level: number | null;
            /**
             * Format: date-time
             * @description When whoever records was heard of last.
             */
            heard_of_at: string;
            /**
             * Format: date-time
             * @description When the sound is destroyed at the latest; null while it is recorded, and once it is.
             */
            sound_kept_until: string | null;
            /** @description There is no sound any more. */
            sound_is_destroyed: boolean;
            /** @description It is finished */
            has_transcript: boolean;
            /** @enum {string} */
            transcript_state: "none" | "live" | "waiting" | "running" | "done" | "failed" | "destroyed";
            /** @description It is finished */
            has_analysis: boolean;
            /** @enum {string} */
            analysis_state: "none" | "waiting" | "running" | "done" | "failed";
            /**
             * @description What could not be made of the sound; asked for again, it goes on.
             * @enum {string|null}
             */
            failure_code: "transcription_failed" | "analysis_failed" | null;
            gaps: components["schemas"]["GapDto"][];
            /** @description Recorded, of what could have been: 0 to 1. */
            coverage: number;
            /** @description Less than 97 % of it was recorded. */
            is_partial: boolean;
        };
        SessionSettingsDto: {
            /** Format: uuid */
            consent_id: string;
            session_duration_minutes: number;
            enable_real_time_notes: boolean;
            enable_post_meeting_analysis: boolean;
            /**
             * @description 44,100, 22,050 or 16,000 frames a second.
             * @enum {string}
             */
            audio_quality: "high" | "medium" | "low";
        };
        DeviceSessionDto: {
            /** Format: uuid */
            session_id: string;
            /** Format: uuid */
            consent_id: string;
            /** Format: uuid */
            client_id: string | null;
            /** @enum {string} */
            route: "bot" | "device" | "upload";
            /**
             * @description Null where no meeting is joined.
             * @enum {string|null}
             */
            platform: "google_meet" | "zoom" | null;
            /**
             * @description `recording` is said only while sound is stored.
             * @enum {string}
             */
            status: "joining" | "recording" | "processing" | "completed" | "failed" | "cancelled";
            /** @enum {string} */
            phase: "queued" | "joining" | "lobby" | "in_call" | "processing" | "completed" | "failed" | "cancelled";
            /** @description How far it is, for people. */
            sentence: string;
            /** @enum {string|null} */
            end_reason: "duration_reached" | "completed_early" | "host_ended" | "kicked" | "alone_timeout" | "silence_timeout" | "consent_withdrawn" | "cancelled" | "invalid_url" | "not_found" | "not_started_timeout" | "lobby_timeout" | "gave_way" | "made_room" | "denied" | "blocked_by_platform" | "login_required" | "captcha" | "zoom_rtms_required" | "passcode_required" | "ui_changed" | "announce_failed" | "no_audio_stream" | "browser_crash" | "worker_lost" | "connection_lost" | "disk_full" | "engine_unavailable" | "file_read" | "file_too_long" | "file_unreadable" | "sound_damaged" | null;
            /** @description The two words in the name of its notetaker, until it is over; null without one. */
            notetaker_words: string | null;
            /** Format: date-time */
            estimated_completion: string;
            /**
             * Format: date-time
             * @description When the first sound was stored.
             */
            start_time: string | null;
            /** Format: date-time */
            end_time: string | null;
            session_duration_minutes: number;
            /** @enum {string} */
            audio_quality: "high" | "medium" | "low";
            /** @description Frames a second. */
            sample_rate: number;
            is_paused: boolean;
            /** @description It should record, and no sound came for 15 seconds. */
            is_interrupted: boolean;
            recorded_seconds: number;
            /** @description The peak of the newest sound that is stored. */
            level: number | null;
            /**
             * Format: date-time
             * @description When whoever records was heard of last.
             */
            heard_of_at: string;
            /**
             * Format: date-time
             * @description When the sound is destroyed at the latest; null while it is recorded, and once it is.
             */
            sound_kept_until: string | null;
            /** @description There is no sound any more. */
            sound_is_destroyed: boolean;
            /** @description It is finished */
            has_transcript: boolean;
            /** @enum {string} */
            transcript_state: "none" | "live" | "waiting" | "running" | "done" | "failed" | "destroyed";
            /** @description It is finished */
            has_analysis: boolean;
            /** @enum {string} */
            analysis_state: "none" | "waiting" | "running" | "done" | "failed";
            /**
             * @description What could not be made of the sound; asked for again, it goes on.
             * @enum {string|null}
             */
            failure_code: "transcription_failed" | "analysis_failed" | null;
            /** @description To be sent with each chunk; an older one is refused. */
            fence: number;
            /** @description The part that new chunks belong to; their seq and start_frame begin at 0. */
            part: number;
        };
        LeaseDto: {
            fence: number;
        };
        DeviceKeyDto: {
            /** @description 32 bytes in base64, the same one for as long as the session’s sound can be opened: for AES-256-GCM. */
            device_key: string;
        };
        StoredRangeDto: {
            part: number;
            /** @description The seq of the first chunk. */
            first: number;
            /** @description The seq of the last chunk. */
            last: number;
        };
        StoredChunksDto: {
            /** @description The newest part. */
            part: number;
            /** @description What is stored; what lies between two ranges is not. */
            stored: components["schemas"]["StoredRangeDto"][];
        };
        BeginUploadDto: {
            /** Format: uuid */
            consent_id: string;
            /** @description In bytes. */
            file_size: number;
            enable_post_meeting_analysis: boolean;
        };
        UploadSessionDto: {
            /** Format: uuid */
            session_id: string;
            /** Format: uuid */
            consent_id: string;
            /** Format: uuid */
            client_id: string | null;
            /** @enum {string} */
            route: "bot" | "device" | "upload";
            /**
             * @description Null where no meeting is joined.
             * @enum {string|null}
             */
            platform: "google_meet" | "zoom" | null;
            /**
             * @description `recording` is said only while sound is stored.
             * @enum {string}
             */
            status: "joining" | "recording" | "processing" | "completed" | "failed" | "cancelled";
            /** @enum {string} */
            phase: "queued" | "joining" | "lobby" | "in_call" | "processing" | "completed" | "failed" | "cancelled";
            /** @description How far it is, for people. */
            sentence: string;
            /** @enum {string|null} */
            end_reason: "duration_reached" | "completed_early" | "host_ended" | "kicked" | "alone_timeout" | "silence_timeout" | "consent_withdrawn" | "cancelled" | "invalid_url" | "not_found" | "not_started_timeout" | "lobby_timeout" | "gave_way" | "made_room" | "denied" | "blocked_by_platform" | "login_required" | "captcha" | "zoom_rtms_required" | "passcode_required" | "ui_changed" | "announce_failed" | "no_audio_stream" | "browser_crash" | "worker_lost" | "connection_lost" | "disk_full" | "engine_unavailable" | "file_read" | "file_too_long" | "file_unreadable" | "sound_damaged" | null;
            /** @description The two words in the name of its notetaker, until it is over; null without one. */
            notetaker_words: string | null;
            /** Format: date-time */
            estimated_completion: string;
            /**
             * Format: date-time
             * @description When the first sound was stored.
             */
            start_time: string | null;
            /** Format: date-time */
            end_time: string | null;
            session_duration_minutes: number;
            /** @enum {string} */
            audio_quality: "high" | "medium" | "low";
            /** @description Frames a second. */
            sample_rate: number;
            is_paused: boolean;
            /** @description It should record, and no sound came for 15 seconds. */
            is_interrupted: boolean;
            recorded_seconds: number;
            /** @description The peak of the newest sound that is stored. */
            level: number | null;
            /**
             * Format: date-time
             * @description When whoever records was heard of last.
             */
            heard_of_at: string;
            /**
             * Format: date-time
             * @description When the sound is destroyed at the latest; null while it is recorded, and once it is.
             */
            sound_kept_until: string | null;
            /** @description There is no sound any more. */
            sound_is_destroyed: boolean;
            /** @description It is finished */
            has_transcript: boolean;
            /** @enum {string} */
            transcript_state: "none" | "live" | "waiting" | "running" | "done" | "failed" | "destroyed";
            /** @description It is finished */
            has_analysis: boolean;
            /** @enum {string} */
            analysis_state: "none" | "waiting" | "running" | "done" | "failed";
            /**
             * @description What could not be made of the sound; asked for again, it goes on.
             * @enum {string|null}
             */
            failure_code: "transcription_failed" | "analysis_failed" | null;
            file_size: number;
            /** @description Of every block but the last one, which is what is left. */
            block_bytes: number;
            /** @description How many blocks there are; they are numbered from 0. */
            blocks: number;
            /** @description Which of them are stored. */
            stored: number[];
        };
        TranscriptLineDto: {
            /** Format: uuid */
            id: string;
            seq: number;
            /** @description Within the sound, as it plays */
            start_seconds: number;
            end_seconds: number;
            /** @description The engine heard each stretch by itself: the same letter in another one may be somebody else */
            stretch: number;
            /** @description A letter for a voice; null where the engine tells none apart */
            speaker: string | null;
            text: string;
            /** @description What the engine heard, of a corrected line; until the transcript is accepted */
            original: string | null;
            version: number;
            /** Format: date-time */
            corrected_at: string | null;
        };
        TranscriptDto: {
            /** Format: uuid */
            session_id: string;
            /** @enum {string} */
            state: "none" | "live" | "waiting" | "running" | "done" | "failed" | "destroyed";
            /** @description How far it is, for people */
            sentence: string;
            /** @enum {string|null} */
            failure_code: "transcription_failed" | null;
            /** @description Why there is none, for people */
            failure: string | null;
            /** @description Why it cannot be asked for; null where it can */
            refused: string | null;
            /** @description What made it */
            model: string | null;
            /** @description False where the engine does not tell when something was said: a line is then everything of up to a minute */
            has_times: boolean;
            /** @description How much sound is done */
            done_seconds: number;
            /** @description How much there is */
            sound_seconds: number;
            /** @description The sound can be played */
            has_sound: boolean;
            /** Format: date-time */
            created_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: date-time */
            accepted_at: string | null;
            /**
             * Format: date-time
             * @description When it is destroyed
             */
            kept_until: string | null;
            /** @description Of its lines, while it is made: what to send as `known` */
            version: string;
            /** @description No line came since that version, so none is sent */
            lines_are_known: boolean;
            /** @description In the order of time; while it is made, as far as it is */
            lines: components["schemas"]["TranscriptLineDto"][];
        };
        LiveLineDto: {
            seq: number;
            /** @description Within the sound, as it plays */
            start_seconds: number;
            text: string;
        };
        LiveLinesDto: {
            /** Format: uuid */
            session_id: string;
            /**
             * @description `late`: lines come later than usual, and the recording goes on; `ended`: it is over and is being checked; `over`: see the transcript
             * @enum {string}
             */
            state: "off" | "not_configured" | "on" | "late" | "ended" | "over";
            /** @description For people */
            sentence: string;
            /** @description The lines take the place of all that are known; else they follow those */
            is_whole: boolean;
            /** @description What to send as `after` for those that follow */
            cursor: string;
            /** @description In the order of time, at most 500 */
            lines: components["schemas"]["LiveLineDto"][];
        };
        LineCorrectionDto: {
            text: string;
            /** @description The version that was looked at: when another one was saved meanwhile, the answer is 409 */
            version: number;
        };
        MomentDto: {
            /** Format: uuid */
            line_id: string;
            /** @description When the line begins, within the sound */
            start_seconds: number;
            end_seconds: number;
            /** @description What stands there, letter by letter */
            quote: string;
            /** @description In UTF-16 units from the beginning of the line’s text */
            start: number;
            end: number;
        };
        MeetingStatementDto: {
            text: string;
            moments: components["schemas"]["MomentDto"][];
        };
        MeetingRiskCueDto: {
            /** @enum {string} */
            kind: "suicide" | "self_harm" | "harm_to_others" | "abuse" | "substance" | "psychosis" | "hopelessness" | "goodbyes" | "weapons" | "eating" | "postpartum" | "self_neglect";
            /** @enum {string} */
            assertion: "present" | "uncertain" | "history";
            quote: string;
            why: string;
            moments: components["schemas"]["MomentDto"][];
        };
        MeetingResultDto: {
            summary: components["schemas"]["MeetingStatementDto"][];
            themes: components["schemas"]["MeetingStatementDto"][];
            interventions: components["schemas"]["MeetingStatementDto"][];
            homework: components["schemas"]["MeetingStatementDto"][];
            progress: components["schemas"]["MeetingStatementDto"][];
            next_steps: components["schemas"]["MeetingStatementDto"][];
            risk_cues: components["schemas"]["MeetingRiskCueDto"][];
            /** @description What the reader must know of this result */
            remarks: string[];
        };
        MeetingAnalysisDto: {
            /** Format: uuid */
            session_id: string;
            /** @enum {string} */
            state: "none" | "waiting" | "running" | "done" | "failed";
            /** @enum {string|null} */
            failure_code: "analysis_failed" | null;
            /** @description Why there is no result, for people */
            failure: string | null;
            /** @description Why it cannot be asked for; null where it can */
            refused: string | null;
            /**
             * @description Null until it is done
             * @enum {string|null}
             */
            engine: "openai" | "rules" | null;
            /** @description `rule-based summary`, or the model’s name */
            engine_label: string | null;
            /** @description Why the language model, which is set up, did not make it */
            model_failure: string | null;
            /** @description Statements left out because nothing in the transcript supports them */
            dropped: number;
            /** @description A line was corrected since */
            is_stale: boolean;
            result: components["schemas"]["MeetingResultDto"] | null;
            /**
             * Format: uuid
             * @description The session note that was made of it
             */
            note_id: string | null;
            /** @description What would read it now */
            next: components["schemas"]["AnalysisEngineDto"];
            /** Format: date-time */
            created_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
        };
        MeetingNoteDto: {
            /**
             * Format: uuid
             * @description Of the session note: visible to nobody but its therapist
             */
            note_id: string;
        };
        ServiceReminderDto: {
            /** Format: uuid */
            service_id: string;
            service_name: string;
            /** @description Null: as for all services */
            hours_before: number | null;
        };
        ReminderSettingsDto: {
            /** @description 0: no reminder */
            hours_before: number;
            /** @example 22:00 */
            quiet_from: string | null;
            /** @example 07:00 */
            quiet_to: string | null;
            morning_digest: boolean;
            /** @description All that can be booked, in their order */
            services: components["schemas"]["ServiceReminderDto"][];
        };
        ServiceReminderInputDto: {
            /** Format: uuid */
            service_id: string;
            /**
             * @description 0: no reminder
             * @enum {number}
             */
            hours_before: 0 | 2 | 4 | 12 | 24 | 48 | 72;
        };
        ReminderSettingsInputDto: {
            /**
             * @description 0: no reminder
             * @enum {number}
             */
            hours_before: 0 | 2 | 4 | 12 | 24 | 48 | 72;
            /**
             * @description By the client's clock; null: no quiet hours
             * @example 22:00
             */
            quiet_from: string | null;
            /** @example 07:00 */
            quiet_to: string | null;
            /** @description A mail to the therapist with the times of the day, in the morning of days with appointments */
            morning_digest: boolean;
            /** @description Services with another time; all others have the one above. */
            services: components["schemas"]["ServiceReminderInputDto"][];
        };
        ReminderChoiceDto: {
            wanted: boolean;
        };
        ReminderChoiceInputDto: {
            wanted: boolean;
        };
        ReminderTokenDto: {
            /** @description The token of a reminder's link, from the address fragment. */
            token: string;
        };
        LinkedReminderChoiceInputDto: {
            /** @description The token of a reminder's link, from the address fragment. */
            token: string;
            wanted: boolean;
        };
        BookingMailDto: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            booking_id: string;
            /** @enum {string} */
            kind: "booked" | "moved" | "cancelled" | "readdressed" | "reminder";
            /** @enum {string} */
            recipient: "client" | "therapist";
            /** @enum {string} */
            state: "queued" | "sent" | "failed";
            /**
             * Format: date-time
             * @description Since when it is in that state.
             */
            at: string;
            /** @description Why it failed, or why it was not sent at the last try. */
            reason: string | null;
            /** @description Whether it can be sent again: it has come to its end, and says what still holds. */
            can_send_again: boolean;
        };
        DashboardClientDto: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
        };
        DashboardCountsDto: {
            upcoming: number;
            completed: number;
            session_notes: number;
            care_plans: number;
        };
        ClientBookingDto: {
            /** Format: uuid */
            id: string;
            client_name: string;
            /** Format: date */
            appointment_date: string;
            appointment_time: string;
            duration_minutes: number;
            /** @description What the client wrote when booking. */
            client_notes: string | null;
            /** @description What the therapist says about their last change of it */
            therapist_word: string | null;
            /** @enum {string} */
            status: "confirmed" | "completed" | "cancelled";
            /** @description IANA zone of date and time. */
            timezone: string;
            /** Format: date-time */
            starts_at: string;
            /** Format: date-time */
            ends_at: string;
            /** Format: uuid */
            therapist_id: string;
            therapist_name: string;
            therapist_slug: string | null;
            /** Format: uuid */
            service_id: string;
            service_name: string;
            /** @enum {string} */
            session_type: "online" | "in-person" | "both";
            /**
             * @description How people meet; null for bookings that agreed on no place
             * @enum {string|null}
             */
            place_kind: "in-person" | "video" | "therapist-calls" | "client-calls" | null;
            /** @description The address, link or number as it was agreed; null while it follows from the therapist */
            place_detail: string | null;
            /** @description Whether the notice policy still allows cancelling and moving. */
            can_change: boolean;
            /** Format: date-time */
            change_deadline: string;
            /** @description The policy in a sentence, to be shown before the click. */
            policy: string;
            /** @description The client booked it, or said that they go there; else somebody booked it with their address, with which it stays. */
            practice_confirmed: boolean;
            /** @description Typed by somebody who did not sign in and did not prove the address; false once the client has said that they booked it. */
            by_visitor: boolean;
            /** @description With `by_visitor`: the number that was typed */
            client_phone: string | null;
            /** @description The therapist made it. */
            by_practice: boolean;
            /** @description Completed, and the service and its therapist still take bookings. */
            can_rebook: boolean;
            /**
             * @description The service's now: with 'both' booking again needs a `session_place`.
             * @enum {string}
             */
            offered_session_type: "online" | "in-person" | "both";
        };
        StrangePracticeDto: {
            /** @description A practice of theirs whose name passes for this one’s. */
            namesake: string | null;
            /** Format: uuid */
            therapist_id: string;
            /**
             * Format: date-time
             * @description Since when it is here.
             */
            practice_since: string;
        };
        ClientDashboardDto: {
            client: components["schemas"]["DashboardClientDto"];
            /** @description Until the address is confirmed nothing that others tied to it is shown. */
            verified: boolean;
            /** @description Notes and care plans are empty until a fresh code is given. */
            proof_required: boolean;
            /** @description As of the account. */
            proof_address: components["schemas"]["ProofAddressDto"] | null;
            counts: components["schemas"]["DashboardCountsDto"];
            /** @description Confirmed and not over, soonest first. */
            upcoming_bookings: components["schemas"]["ClientBookingDto"][];
            /** @description All others, newest first. */
            past_bookings: components["schemas"]["ClientBookingDto"][];
            session_notes: components["schemas"]["ClientNoteBeginningDto"][];
            /** @description The cursor of /api/client/session-notes for what else practices wrote that the client has confirmed. */
            older_session_notes: string | null;
            aftercare_recommendations: components["schemas"]["CarePlanBeginningDto"][];
            /** @description As of session notes; of /api/client/care-plans. */
            older_care_plans: string | null;
            /** @description Practices of the page that the client never went to, while they go to others. */
            unknown_practices: components["schemas"]["StrangePracticeDto"][];
        };
        RecordActivityEntryDto: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description The last time, where there were several.
             */
            at: string;
            /** @description A verb such as read_bookings. */
            action: string;
            /** @enum {string} */
            actor_type: "visitor" | "client" | "therapist" | "admin" | "system";
            /** @description The therapist's name; others are not named. */
            actor_name: string | null;
            is_you: boolean;
            /** @description How often the same person did the same on that day (UTC); in the download each time stands by itself. */
            times: number;
        };
        RecordActivityDto: {
            entries: components["schemas"]["RecordActivityEntryDto"][];
        };
        OwnAnswerDto: {
            question: string;
            /** @description What stood below it: of a consent, the text that was agreed to. Empty where there was none. */
            help_text: string;
            /** @description Null: not answered. */
            answer: (string | null) | number | string[];
        };
        OwnAnswersDto: {
            title: string;
            /** @description The version that was answered. */
            version: number;
            therapist_name: string;
            /** Format: date-time */
            completed_at: string;
            signed_name: string;
            answers: components["schemas"]["OwnAnswerDto"][];
        };
        ClientExportDto: {
            /** Format: date-time */
            exported_at: string;
            account: components["schemas"]["ClientAccountDto"];
            appointments: components["schemas"]["ClientBookingDto"][];
            /** @description Forms that were completed. */
            forms: components["schemas"]["OwnAnswersDto"][];
            /** @description Of a practice that the client has not confirmed the newest 50. */
            session_notes: components["schemas"]["ClientSessionNoteDto"][];
            /** @description What of the notes is not in the copy, if anything is not. */
            session_notes_note: string | null;
            /** @description As of notes. */
            care_plans: components["schemas"]["AftercareRecommendationDto"][];
            /** @description As of notes. */
            care_plans_note: string | null;
            /** @description Who opened or changed the record, newest first. */
            activity: components["schemas"]["RecordActivityEntryDto"][];
            /** @description What of the activity is not in the copy, if anything is not. */
            activity_note: string | null;
        };
        ClosingDto: {
            removed: string[];
            kept: string[];
            /** @description Upcoming appointments, which closing does not cancel. */
            upcoming: number;
        };
        CloseAccountDto: {
            /**
             * @description Closing cannot be undone.
             * @enum {boolean}
             */
            confirm: true;
        };
        ClosedDto: {
            /** @enum {string} */
            status: "closed";
            kept: string[];
        };
        ClientPracticeDto: {
            /** Format: uuid */
            therapist_id: string;
            therapist_name: string;
            timezone: string;
            /** @description No new bookings for now */
            bookings_paused: boolean;
            /** @description The therapist's sentence while they are paused */
            bookings_paused_message: string | null;
            /** @description Also those that only clients of the practice may see */
            services: components["schemas"]["PublicServiceDto"][];
        };
        NextAppointmentDto: {
            /** Format: date */
            new_date: string;
            /** @description 'HH:mm' in the therapist's zone */
            new_time: string;
            /** @description The client's IANA zone; an unknown one counts as absent. */
            client_timezone?: string | null;
            /**
             * @description Needed where the service's session type is 'both'.
             * @enum {string|null}
             */
            session_place?: "online" | "in-person" | null;
            /**
             * Format: uuid
             * @description A service of a practice that this client belongs to.
             */
            service_id: string;
        };
        RebookDto: {
            /** Format: date */
            new_date: string;
            /** @description 'HH:mm' in the therapist's zone */
            new_time: string;
            /** @description The client's IANA zone; an unknown one counts as absent. */
            client_timezone?: string | null;
            /**
             * @description Needed where the service's session type is 'both'.
             * @enum {string|null}
             */
            session_place?: "online" | "in-person" | null;
            /**
             * Format: uuid
             * @description A completed appointment of this client.
             */
            booking_id: string;
        };
        ConfirmPracticeDto: {
            /**
             * @description Whoever booked without proving the address has links to those appointments: they end, and the client gets new ones by mail.
             * @default false
             */
            end_links?: boolean;
        };
        PracticeConfirmedDto: {
            /** @enum {string} */
            status: "confirmed";
        };
        MoveAppointmentDto: {
            /** Format: date */
            new_date: string;
            /** @description 'HH:mm' in the therapist's zone */
            new_time: string;
            /** @description The client's IANA zone; an unknown one counts as absent. */
            client_timezone?: string | null;
        };
        AdminIdentityDto: {
            username: string;
            role: string;
        };
        DashboardMetricsDto: {
            total_therapists: number;
            /** @description Therapists who joined since this week's Sunday in the operator's zone. */
            recent_registrations: number;
            total_bookings: number;
            /** @description Bookings made since this week's Sunday in the operator's zone. */
            recent_bookings: number;
            total_session_notes: number;
            /** @description Therapists who signed in within 30 days. */
            active_therapists: number;
            calendar_connections: number;
            total_clients: number;
            /** @description Rounded to one decimal; 0 without therapists. */
            client_to_therapist_ratio: number;
        };
        LastFailureDto: {
            /** Format: date-time */
            at: string;
            /** @description One line that names no person. */
            reason: string;
        };
        IntegrationStatusDto: {
            /** @enum {string} */
            part: "database" | "queue" | "mail" | "sign_in" | "calendar" | "ai" | "transcription" | "storage" | "activity_log";
            /** @description What does the work, with its version where it is known; `none` where nothing does. */
            engine: string;
            /** @enum {string} */
            state: "ok" | "degraded" | "off";
            note: string;
            last_failure: components["schemas"]["LastFailureDto"] | null;
        };
        StorageDto: {
            /**
             * @description Where files of notes are kept.
             * @enum {string}
             */
            kind: "disk" | "s3";
            database_bytes: number;
            /** @description Files of notes. */
            files: number;
            /** @description What they take. */
            files_bytes: number;
            /** @description Free on the data folder's disk; null where it is not known. */
            disk_free_bytes: number | null;
            disk_bytes: number | null;
        };
        OperationDto: {
            version: string;
            /** @description Jobs whose time has come and that are not done. */
            jobs_waiting: number;
            /**
             * Format: date-time
             * @description Since when the one that waits longest could have been done.
             */
            oldest_job_at: string | null;
            mails_sent_last_hour: number;
            /** @description Mails that were given up and that nobody has looked at. */
            mails_failed: number;
            storage: components["schemas"]["StorageDto"];
        };
        AiStatusDto: {
            /** @description The language model, or `rule-based summary` */
            engine: string;
            /** @description A language model is set up (OPENAI_API_KEY) */
            model_configured: boolean;
            /** @description Notes may be sent to it */
            model_allowed: boolean;
            /** @description As many questions as are allowed in all on one day (UTC) were asked today */
            model_spent: boolean;
            /**
             * Format: date-time
             * @description Of any engine, within thirty days
             */
            last_success: string | null;
            /** @description Runs that came to their end within the last day */
            successes_last_day: number;
            /** @description Runs that failed within the last day */
            failures_last_day: number;
        };
        BreakGlassGrantDto: {
            /** Format: uuid */
            id: string;
            /** @description The administrator's username. */
            administrator: string;
            /**
             * Format: uuid
             * @description Null for earlier accesses, which opened all of a therapist's records.
             */
            client_id: string | null;
            client_name: string | null;
            /** @description Whose records of the client it opens; a therapist reads only their own name. */
            therapist_names: string[];
            reason: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description 60 minutes later.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When the administrator ended it.
             */
            ended_at: string | null;
            /** @description Whether the record can be read with it now. */
            open: boolean;
        };
        AdminDashboardDto: {
            admin: components["schemas"]["AdminIdentityDto"];
            metrics: components["schemas"]["DashboardMetricsDto"];
            /**
             * Format: date-time
             * @description When the metrics were counted, at most 60 seconds ago.
             */
            as_of: string;
            integrations: components["schemas"]["IntegrationStatusDto"][];
            operation: components["schemas"]["OperationDto"];
            ai: components["schemas"]["AiStatusDto"];
            /** @description Jobs that were given up and that nobody has looked at. */
            failed_jobs: number;
            /** @description Records that are open in this session. */
            break_glass: components["schemas"]["BreakGlassGrantDto"][];
        };
        DayCountDto: {
            /** Format: date */
            date: string;
            count: number;
        };
        AnalyticsDto: {
            /** @description Therapists who joined, the last seven days, oldest first. */
            daily_registrations: components["schemas"]["DayCountDto"][];
            /** @description Bookings made, the last seven days, oldest first. */
            daily_bookings: components["schemas"]["DayCountDto"][];
            /** Format: date-time */
            as_of: string;
            /** @description The operator's zone, in which days begin and end. */
            timezone: string;
        };
        AllowModelDto: {
            allowed: boolean;
        };
        ListedTherapistDto: {
            /** Format: uuid */
            id: string;
            /** @description The account's name while there is no profile. */
            display_name: string;
            custom_slug: string | null;
            email: string;
            total_bookings: number;
            calendar_connected: boolean;
            /** Format: date-time */
            created_at: string;
            is_active: boolean;
            /** Format: date-time */
            last_login_at: string | null;
        };
        TherapistListDto: {
            therapists: components["schemas"]["ListedTherapistDto"][];
            /** @description How many the search finds in all. */
            total: number;
        };
        TherapistToCloseDto: {
            therapist: components["schemas"]["ListedTherapistDto"];
            /** @description Appointments that are booked and still to come. */
            upcoming_bookings: number;
            /** @description Clients who have one of them. */
            upcoming_clients: number;
        };
        TherapistStatusDto: {
            is_active: boolean;
        };
        ActivityEntryDto: {
            /** Format: uuid */
            id: string;
            action: string;
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            user_type: "visitor" | "client" | "therapist" | "admin" | "system";
            /** Format: uuid */
            user_id: string | null;
            /** @description Of a therapist or an administrator. A client has no name here. */
            user_name: string | null;
            /** @description Whom it was done to, where that is a therapist or an administrator. */
            subject_name: string | null;
            /** @description Ids, counts and names of fields, with `subject_type` and `subject_id`; never content. */
            details: {
                [key: string]: unknown;
            };
        };
        ActivityListDto: {
            activities: components["schemas"]["ActivityEntryDto"][];
            /** @description Every action that the log holds. */
            actions: string[];
        };
        FailedJobDto: {
            /** Format: uuid */
            id: string;
            queue: string;
            job: string;
            reason: string;
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            failed_at: string;
        };
        FailedJobListDto: {
            jobs: components["schemas"]["FailedJobDto"][];
        };
        JobQueuedDto: {
            /** @enum {string} */
            status: "queued";
        };
        JobDiscardedDto: {
            /** @enum {string} */
            status: "discarded";
        };
        OpenRecordDto: {
            password: string;
            /** @description Six digits of the authenticator app, or a recovery code. It is used up, whatever comes of it. */
            code: string;
            /** @description The client's whole email address, or the id of one of their bookings. */
            client: string;
            /** @description Why it is needed, in at least three different words. Stored encrypted, and in no mail. */
            reason: string;
        };
        RecordOpeningsDto: {
            /** @description The newest first. */
            openings: components["schemas"]["BreakGlassGrantDto"][];
        };
        RecordTherapistDto: {
            /** Format: uuid */
            id: string;
            display_name: string;
            email: string;
        };
        RecordProfileDto: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
            phone: string | null;
            therapists: components["schemas"]["RecordTherapistDto"][];
        };
        RecordBookingDto: {
            /** Format: uuid */
            id: string;
            therapist_name: string;
            client_name: string;
            client_email: string;
            client_phone: string | null;
            /** Format: date */
            appointment_date: string;
            appointment_time: string;
            timezone: string;
            /** Format: date-time */
            starts_at: string;
            duration_minutes: number;
            service_name: string;
            session_type: string;
            /** @enum {string|null} */
            place_kind: "in-person" | "video" | "therapist-calls" | "client-calls" | null;
            /** @description The address, or the link of the video session. */
            place_detail: string | null;
            /** @enum {string} */
            status: "confirmed" | "completed" | "cancelled";
            notes: string | null;
            /** @description Typed by somebody who did not sign in and did not prove the address; false once the client has said that they booked it. */
            by_visitor: boolean;
            /** @description Whether this therapist’s forms, notes and plans are open, too; else they are with the booking’s id. */
            is_open: boolean;
            /** Format: date-time */
            created_at: string;
        };
        RecordedAnswersDto: {
            title: string;
            /** @description The version that was answered. */
            version: number;
            therapist_name: string;
            /** Format: date-time */
            completed_at: string;
            signed_name: string;
            answers: components["schemas"]["OwnAnswerDto"][];
            /** Format: uuid */
            id: string;
            score: components["schemas"]["ScoreDto"] | null;
        };
        RecordSessionNoteDto: {
            /** Format: uuid */
            id: string;
            therapist_name: string;
            /** Format: uuid */
            booking_id: string | null;
            title: string;
            content: string;
            summary: string | null;
            is_client_visible: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        RecordCarePlanDto: {
            /** Format: uuid */
            id: string;
            therapist_name: string;
            title: string;
            description: string;
            recommended_actions: string[];
            /** @description With how far each is */
            goals: string[];
            /** Format: date */
            follow_up_date: string | null;
            /** Format: date-time */
            published_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        RecordClientDto: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        ClientRecordDto: {
            client: components["schemas"]["RecordClientDto"];
            /** @enum {string} */
            section: "profile" | "bookings" | "intake_forms" | "session_notes" | "care_plans";
            /** @description Rows of the section that was asked for, the newest first. */
            rows: (components["schemas"]["RecordProfileDto"] | components["schemas"]["RecordBookingDto"] | components["schemas"]["RecordedAnswersDto"] | components["schemas"]["RecordSessionNoteDto"] | components["schemas"]["RecordCarePlanDto"])[];
            /** @description With session notes: how many more there are that their therapists marked private. Those are not shown */
            private_notes?: number;
        };
        TherapistNoticesDto: {
            calendar: components["schemas"]["CalendarStatusDto"];
            /** @description The newest times that an administrator opened a record in an emergency; `/api/therapist/record-openings` has them all. */
            openings: components["schemas"]["BreakGlassGrantDto"][];
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorDemandDto"];
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
            /** @description To Google; to `/?auth_error=busy` after too many of these, to `/?auth_error=not_configured` without a Google client. */
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
    "OwnSessionsController.list": {
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
                    "application/json": components["schemas"]["ListedSessionDto"][];
                };
            };
        };
    };
    "OwnSessionsController.end": {
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
                    "application/json": components["schemas"]["SessionEndedDto"];
                };
            };
        };
    };
    "SecondFactorController.status": {
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
                    "application/json": components["schemas"]["SecondFactorStatusDto"];
                };
            };
        };
    };
    "SecondFactorController.offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorOfferDto"];
                };
            };
        };
    };
    "SecondFactorController.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesDto"];
                };
            };
        };
    };
    "SecondFactorController.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeDto"];
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
    "SecondFactorController.disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorDisabledDto"];
                };
            };
        };
    };
    "SecondFactorController.renewRecoveryCodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesDto"];
                };
            };
        };
    };
    "AdministratorAccessController.showHint": {
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
                    "application/json": components["schemas"]["LoginHintDto"];
                };
            };
        };
    };
    "AdministratorAccessController.login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["LoginDto"];
                "application/json": components["schemas"]["LoginDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInAdministratorDto"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorDemandDto"];
                };
            };
        };
    };
    "AdministratorAccessController.me": {
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
                    "application/json": components["schemas"]["CurrentAdministratorDto"];
                };
            };
        };
    };
    "AdministratorAccessController.extend": {
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
                    "application/json": components["schemas"]["CurrentAdministratorDto"];
                };
            };
        };
    };
    "AdministratorAccessController.logout": {
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
    "AdministratorAccessController.changePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordDto"];
                "multipart/form-data": components["schemas"]["ChangePasswordDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordChangedDto"];
                };
            };
        };
    };
    "AdministratorSessionsController.list": {
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
                    "application/json": components["schemas"]["ListedSessionDto"][];
                };
            };
        };
    };
    "AdministratorSessionsController.end": {
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
                    "application/json": components["schemas"]["SessionEndedDto"];
                };
            };
        };
    };
    "AdministratorSecondFactorController.status": {
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
                    "application/json": components["schemas"]["SecondFactorStatusDto"];
                };
            };
        };
    };
    "AdministratorSecondFactorController.offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorOfferDto"];
                };
            };
        };
    };
    "AdministratorSecondFactorController.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesDto"];
                };
            };
        };
    };
    "AdministratorSecondFactorController.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInAdministratorDto"];
                };
            };
        };
    };
    "AdministratorSecondFactorController.disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorDisabledDto"];
                };
            };
        };
    };
    "AdministratorSecondFactorController.renewRecoveryCodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesDto"];
                };
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
                "application/json": components["schemas"]["ProfileUpdateDto"];
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
    "ProfileController.pauseBookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingsPauseDto"];
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
    "ProfileController.checkSlug": {
        parameters: {
            query: {
                /** @description The last part of the public link; capital letters count as small ones. */
                slug: string;
            };
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
                    "application/json": components["schemas"]["SlugCheckDto"];
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
    "ClientSignInController.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterClientDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredClientDto"];
                };
            };
            /** @description So many addresses were asked about that none is told apart: a code is asked for. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSentDto"];
                };
            };
        };
    };
    "ClientSignInController.login": {
        parameters: {
            query: {
                email: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in: this browser is trusted, or has just registered the account (then `verified` is false). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeDto"];
                };
            };
            /** @description A code is asked for. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSentDto"];
                };
            };
        };
    };
    "ClientSignInController.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyClientDto"];
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
    "ClientSignInController.sendCode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSentDto"];
                };
            };
        };
    };
    "ClientSignInController.object": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ObjectionDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectionOutcomeDto"];
                };
            };
        };
    };
    "MailEndsController.choose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PracticeMailsChoiceDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeMailsDto"];
                };
            };
        };
    };
    "MailEndsController.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PracticeMailsTokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeMailsDto"];
                };
            };
        };
    };
    "MailEndsController.end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
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
                    "application/json": components["schemas"]["PracticeMailsDto"];
                };
            };
        };
    };
    "ClientAccountController.show": {
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
                    "application/json": components["schemas"]["ClientAccountDto"];
                };
            };
        };
    };
    "ClientAccountController.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateClientAccountDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientAccountDto"];
                };
            };
        };
    };
    "ClientAccountController.listPractices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Practices that do not follow the client to another address, unless the client says that they go there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeftPracticeDto"][];
                };
            };
        };
    };
    "ClientAccountController.changeEmail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailDto"];
            };
        };
        responses: {
            /** @description The same whether or not the address belongs to somebody. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSentDto"];
                };
            };
        };
    };
    "ClientAccountController.confirmEmail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OneTimeCodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientAccountDto"];
                };
            };
        };
    };
    "ClientAccountController.listTrusted": {
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
                    "application/json": components["schemas"]["TrustedBrowserDto"][];
                };
            };
        };
    };
    "ClientAccountController.revokeTrusted": {
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
                    "application/json": components["schemas"]["RevokedBrowserDto"];
                };
            };
        };
    };
    "ClientCopiesController.data": {
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
                    "application/json": components["schemas"]["ClientCopyDto"];
                };
            };
        };
    };
    "ClientCopiesController.page": {
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
                    "text/html": string;
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
                /** @description Part of the name or the beginning of the description */
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
    "TherapistServicesController.arrange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceOrderDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDto"][];
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
            /** @description So many strangers book that the time is held until the mailed code comes back. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingHeldDto"];
                };
            };
        };
    };
    "PublicBookingsController.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyBookingDto"];
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
    "PublicBookingsController.sendCodeAgain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingHeldDto"];
                };
            };
        };
    };
    "PublicBookingsController.release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleasedDto"];
                };
            };
        };
    };
    "ManageBookingController.view": {
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
    "ManageBookingController.freeTimesToMove": {
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
    "ManageBookingController.takeForOwn": {
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
    "ManageBookingController.endOthersLink": {
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
                    "application/json": components["schemas"]["RenewedBookingDto"];
                };
            };
        };
    };
    "ManageBookingController.cancel": {
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
    "ManageBookingController.move": {
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
    "SeriesController.preview": {
        parameters: {
            query: {
                service_id: string;
                first_date: string;
                /** @description 'HH:mm' in the therapist's zone, on each of its days */
                appointment_time: string;
                /** @description Every so many weeks */
                every_weeks: 1 | 2;
                count: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a series would be; nothing is saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesDateDto"][];
                };
            };
        };
    };
    "SeriesController.book": {
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
                "application/json": components["schemas"]["BookSeriesDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TherapistBookingDto"][];
                };
            };
        };
    };
    "SeriesController.moveFollowing": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveForClientDto"];
            };
        };
        responses: {
            /** @description This appointment and those of its series that follow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TherapistBookingDto"][];
                };
            };
        };
    };
    "SeriesController.setStatusOfFollowing": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowingStatusDto"];
            };
        };
        responses: {
            /** @description This appointment and those of its series that follow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TherapistBookingDto"][];
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
                service_id?: string;
                client_id?: string;
                series_id?: string;
                from?: string;
                to?: string;
                /** @description Today's by the therapist's own calendar; upcoming are those that are not over, past the others */
                when?: "today" | "upcoming" | "past";
                /** @description By start */
                order?: "asc" | "desc";
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
    "TherapistBookingsController.book": {
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
                "application/json": components["schemas"]["BookForClientDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TherapistBookingDto"];
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
    "TherapistBookingsController.overview": {
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
                    "application/json": components["schemas"]["BookingOverviewDto"];
                };
            };
        };
    };
    "TherapistBookingsController.setStatus": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
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
    "TherapistBookingsController.move": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveForClientDto"];
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
    "TherapistBookingsController.markNoShow": {
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
                "application/json": components["schemas"]["NoShowDto"];
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
    "TherapistBookingsController.noteEnd": {
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
                "application/json": components["schemas"]["SessionEndDto"];
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
    "TherapistWaitingListController.list": {
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
                    "application/json": components["schemas"]["WaitingPersonDto"][];
                };
            };
        };
    };
    "TherapistWaitingListController.remove": {
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
                    "application/json": components["schemas"]["WaitingRemovalDto"];
                };
            };
        };
    };
    "TimeOffController.list": {
        parameters: {
            query?: {
                /** @description Time off that ends before this day is left out. */
                from?: string;
                /** @description Time off that begins after this day is left out. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffDto"][];
                };
            };
        };
    };
    "TimeOffController.add": {
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
                "application/json": components["schemas"]["TimeOffInputDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffDto"];
                };
            };
        };
    };
    "TimeOffController.change": {
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
                "application/json": components["schemas"]["TimeOffInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffDto"];
                };
            };
        };
    };
    "TimeOffController.remove": {
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
                    "application/json": components["schemas"]["TimeOffRemovalDto"];
                };
            };
        };
    };
    "WaitingListController.join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinWaitingListDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingJoinedDto"];
                };
            };
        };
    };
    "WaitingListController.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WaitingTokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingRequestDto"];
                };
            };
        };
    };
    "WaitingListController.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WaitingTokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingRequestDto"];
                };
            };
        };
    };
    "WaitingListController.leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WaitingTokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingRequestDto"];
                };
            };
        };
    };
    "WaitingListController.accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WaitingOfferTokenDto"];
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
    "WaitingListController.decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WaitingOfferTokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingRequestDto"];
                };
            };
        };
    };
    "CalendarAppointmentsController.list": {
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
                    "application/json": components["schemas"]["CalendarAppointmentDto"][];
                };
            };
        };
    };
    "CalendarAppointmentsController.decide": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalendarDecisionDto"];
            };
        };
        responses: {
            /** @description What is left to look at */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarAppointmentDto"][];
                };
            };
        };
    };
    "CalendarFeedsController.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
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
                    "text/calendar": string;
                };
            };
        };
    };
    "CalendarPushesController.hear": {
        parameters: {
            query?: never;
            header?: {
                "x-goog-resource-state"?: string;
                "x-goog-resource-id"?: string;
                "x-goog-channel-token"?: string;
                "x-goog-channel-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Google has told that something changed in a calendar. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ConnectionController.begin": {
        parameters: {
            query?: {
                /** @description The list of calendars, for an account that is connected. Left out: events and free/busy, and the list where other calendars are chosen */
                ask?: "calendar_list";
            };
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
                    "application/json": components["schemas"]["ConsentAddressDto"];
                };
            };
        };
    };
    "ConnectionController.finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To `/dashboard?calendar_connected=true`, or `?calendar_error=true` with the `reason`: denied, scope, unverified, account_taken or failed. Where the list of calendars was asked for, to `?calendar_list=`: shown, declined, other_account or failed. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ConnectionController.status": {
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
                    "application/json": components["schemas"]["CalendarStatusDto"];
                };
            };
        };
    };
    "ConnectionController.choose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalendarSettingsDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarStatusDto"];
                };
            };
        };
    };
    "ConnectionController.refresh": {
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
                    "application/json": components["schemas"]["CalendarStatusDto"];
                };
            };
        };
    };
    "ConnectionController.disconnect": {
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
                    "application/json": components["schemas"]["DisconnectedDto"];
                };
            };
        };
    };
    "ForeignFeedController.show": {
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
                    "application/json": components["schemas"]["ForeignFeedDto"];
                };
            };
        };
    };
    "ForeignFeedController.put": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForeignFeedInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForeignFeedDto"];
                };
            };
        };
    };
    "ForeignFeedController.remove": {
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
                    "application/json": components["schemas"]["ForeignFeedDto"];
                };
            };
        };
    };
    "PrivateFeedController.show": {
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
                    "application/json": components["schemas"]["CalendarFeedDto"];
                };
            };
        };
    };
    "PrivateFeedController.make": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarFeedDto"];
                };
            };
        };
    };
    "PrivateFeedController.revoke": {
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
                    "application/json": components["schemas"]["CalendarFeedDto"];
                };
            };
        };
    };
    "ClientRecordsController.show": {
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
                    "application/json": components["schemas"]["OwnClientDto"];
                };
            };
        };
    };
    "ClientRecordsController.save": {
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
                "application/json": components["schemas"]["OwnClientInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnClientDto"];
                };
            };
        };
    };
    "ClientRecordsController.merge": {
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
                "application/json": components["schemas"]["MergeClientDto"];
            };
        };
        responses: {
            /** @description The record of another client is shown with this one; nothing changes for the two. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnClientDto"];
                };
            };
        };
    };
    "ClientRecordsController.separate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                other: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The way back, for seven days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnClientDto"];
                };
            };
        };
    };
    "FormsController.open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenFormDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormLinkDto"];
                };
            };
        };
    };
    "FormsController.answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveAnswerDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAnswerDto"];
                };
            };
        };
    };
    "FormsController.leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormTokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormLinkDto"];
                };
            };
        };
    };
    "FormsController.sendCode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormTokenDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormCodeSentDto"];
                };
            };
        };
    };
    "FormsController.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyFormCodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormLinkDto"];
                };
            };
        };
    };
    "FormsController.complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteFormDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormLinkDto"];
                };
            };
        };
    };
    "IntakeFormController.list": {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the Link header */
                cursor?: string;
                /** @description Part of the title or the beginning of the description */
                q?: string;
                /** @description Archived forms in place of the others */
                archived?: "true" | "false";
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
                    "application/json": components["schemas"]["IntakeFormSummaryDto"][];
                };
            };
        };
    };
    "IntakeFormController.create": {
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
                "application/json": components["schemas"]["IntakeFormInputDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntakeFormDto"];
                };
            };
        };
    };
    "IntakeFormController.templates": {
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
                    "application/json": components["schemas"]["IntakeTemplateDto"][];
                };
            };
        };
    };
    "IntakeFormController.show": {
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
                    "application/json": components["schemas"]["IntakeFormDto"];
                };
            };
        };
    };
    "IntakeFormController.update": {
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
                "application/json": components["schemas"]["IntakeFormUpdateDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntakeFormDto"];
                };
            };
        };
    };
    "IntakeFormController.archive": {
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
                    "application/json": components["schemas"]["IntakeFormDto"];
                };
            };
        };
    };
    "IntakeFormController.restore": {
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
                    "application/json": components["schemas"]["IntakeFormDto"];
                };
            };
        };
    };
    "IntakeFormController.services": {
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
                    "application/json": components["schemas"]["FormServicesDto"];
                };
            };
        };
    };
    "IntakeFormController.setServices": {
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
                "application/json": components["schemas"]["FormServicesDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormServicesDto"];
                };
            };
        };
    };
    "IntakeRequestsController.list": {
        parameters: {
            query?: {
                /** @description Of these appointments only. */
                booking_id?: string[];
                /** @description Of this form only. */
                form_id?: string;
                /** @description Of this client only. */
                client_id?: string;
                status?: "sent" | "opened" | "started" | "completed" | "expired" | "cancelled" | "withdrawn";
                limit?: number;
                /** @description Where the last page ended. */
                cursor?: string;
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
                    "application/json": components["schemas"]["IntakeRequestDto"][];
                };
            };
        };
    };
    "IntakeRequestsController.send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendFormDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntakeRequestDto"];
                };
            };
        };
    };
    "IntakeRequestsController.sendAgain": {
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
                    "application/json": components["schemas"]["IntakeRequestDto"];
                };
            };
        };
    };
    "IntakeRequestsController.withdraw": {
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
                    "application/json": components["schemas"]["IntakeRequestDto"];
                };
            };
        };
    };
    "OwnFormsController.list": {
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
                    "application/json": components["schemas"]["OwnFormDto"][];
                };
            };
        };
    };
    "OwnFormsController.link": {
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
                    "application/json": components["schemas"]["OwnFormLinkDto"];
                };
            };
        };
    };
    "ResultsController.show": {
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
                    "application/json": components["schemas"]["AnsweredFormDto"];
                };
            };
        };
    };
    "ResultsController.scores": {
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
            /** @description Of every questionnaire, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoreDto"][];
                };
            };
        };
    };
    "ResultsController.exportAnswers": {
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
                    "text/csv": string;
                };
            };
        };
    };
    "NoteDraftsController.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Of notes that were never saved, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteDraftSummaryDto"][];
                };
            };
        };
    };
    "NoteDraftsController.showNew": {
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
                    "application/json": components["schemas"]["NoteDraftDto"];
                };
            };
        };
    };
    "NoteDraftsController.saveNew": {
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
                "application/json": components["schemas"]["NoteDraftInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteDraftStateDto"];
                };
            };
        };
    };
    "NoteDraftsController.discardNew": {
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
                    "application/json": components["schemas"]["NoteRemovalDto"];
                };
            };
        };
    };
    "NoteDraftsController.show": {
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
                    "application/json": components["schemas"]["NoteDraftDto"];
                };
            };
        };
    };
    "NoteDraftsController.save": {
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
                "application/json": components["schemas"]["NoteDraftInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteDraftStateDto"];
                };
            };
        };
    };
    "NoteDraftsController.discard": {
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
                    "application/json": components["schemas"]["NoteRemovalDto"];
                };
            };
        };
    };
    "NotesController.list": {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the Link header */
                cursor?: string;
                /** @description Words of which each is in the title, the content or the tags, whatever their case and accents */
                q?: string;
                /** @description One of its tags, whatever its case and accents */
                tag?: string;
                client_id?: string;
                booking_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next" while there is more; with fewer rows than were asked for, the search was cut there for the time it took and goes on with the next page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNoteSummaryDto"][];
                };
            };
        };
    };
    "NotesController.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the note that was made, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewNoteDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNoteDto"];
                };
            };
        };
    };
    "NotesController.summary": {
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
                    "application/json": components["schemas"]["NoteSummaryDto"];
                };
            };
        };
    };
    "NotesController.tags": {
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
                    "application/json": components["schemas"]["TagCountDto"][];
                };
            };
        };
    };
    "NotesController.templates": {
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
                    "application/json": components["schemas"]["NoteTemplateDto"][];
                };
            };
        };
    };
    "NotesController.last": {
        parameters: {
            query?: {
                client_id?: string;
                /** @description An appointment of the client */
                booking_id?: string;
                /** @description The note that is being written */
                except?: string;
            };
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
                    "application/json": components["schemas"]["LastNoteDto"];
                };
            };
        };
    };
    "NotesController.show": {
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
                    "application/json": components["schemas"]["SessionNoteDetailDto"];
                };
            };
        };
    };
    "NotesController.update": {
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
                "application/json": components["schemas"]["NoteUpdateDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNoteDto"];
                };
            };
        };
    };
    "NotesController.remove": {
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
                    "application/json": components["schemas"]["NoteRemovalDto"];
                };
            };
        };
    };
    "NoteVersionsController.history": {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the Link header */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    /** @description rel="next" while there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteVersionDto"][];
                };
            };
        };
    };
    "NoteVersionsController.sign": {
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
                "application/json": components["schemas"]["SignNoteDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNoteDetailDto"];
                };
            };
        };
    };
    "NoteVersionsController.unlock": {
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
                "application/json": components["schemas"]["UnlockNoteDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNoteDetailDto"];
                };
            };
        };
    };
    "NoteVersionsController.amend": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat adds nothing, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AmendNoteDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNoteDetailDto"];
                };
            };
        };
    };
    "NoteFilesController.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the file that was added, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteFileDto"];
                };
            };
        };
    };
    "NoteFilesController.list": {
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
            /** @description Oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteFileDto"][];
                };
            };
        };
    };
    "NoteFilesController.content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As an attachment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    "NoteFilesController.page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fileId: string;
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page as a picture */
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
    "NoteFilesController.retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fileId: string;
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
                    "application/json": components["schemas"]["NoteFileDto"];
                };
            };
        };
    };
    "NoteFilesController.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fileId: string;
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
                    "application/json": components["schemas"]["NoteFileRemovalDto"];
                };
            };
        };
    };
    "ReadingController.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fileId: string;
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
                    "application/json": components["schemas"]["FileReadingDto"];
                };
            };
        };
    };
    "ReadingController.correct": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fileId: string;
                page: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PageCorrectionDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotePageDto"];
                };
            };
        };
    };
    "AnalysesController.show": {
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
                    "application/json": components["schemas"]["NoteAnalysesDto"];
                };
            };
        };
    };
    "AnalysesController.start": {
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
            /** @description It is under way; one that was already is not begun again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteAnalysesDto"];
                };
            };
        };
    };
    "AnalysesController.dismiss": {
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
            /** @description Without the draft; what was accepted stays */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteAnalysesDto"];
                };
            };
        };
    };
    "AnalysesController.accept": {
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
                "application/json": components["schemas"]["AcceptAnalysisDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteAnalysesDto"];
                };
            };
        };
    };
    "FileAnalysesController.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fileId: string;
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
                    "application/json": components["schemas"]["NoteAnalysesDto"];
                };
            };
        };
    };
    "FileAnalysesController.start": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is under way; one that was already is not begun again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteAnalysesDto"];
                };
            };
        };
    };
    "FileAnalysesController.dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the draft; what was accepted stays */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteAnalysesDto"];
                };
            };
        };
    };
    "FileAnalysesController.accept": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptAnalysisDto"];
            };
        };
        responses: {
            /** @description The summary is the file’s `ai_analysis` from now on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteAnalysesDto"];
                };
            };
        };
    };
    "OwnNotesController.list": {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the Link header */
                cursor?: string;
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
                    "application/json": components["schemas"]["ClientNoteListDto"];
                };
            };
        };
    };
    "OwnNotesController.show": {
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
                    "application/json": components["schemas"]["ClientSessionNoteDto"];
                };
            };
        };
    };
    "PlansController.list": {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the Link header */
                cursor?: string;
                client_id?: string;
                /** @description Plans that came from this note */
                note_id?: string;
                status?: "draft" | "published" | "withdrawn";
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
                    "application/json": components["schemas"]["CarePlanSummaryDto"][];
                };
            };
        };
    };
    "PlansController.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the plan that was made, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPlanDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarePlanDto"];
                };
            };
        };
    };
    "PlansController.summary": {
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
                    "application/json": components["schemas"]["PlanCountsDto"];
                };
            };
        };
    };
    "PlansController.clients": {
        parameters: {
            query?: {
                /** @description Part of a name or an email address */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanClientDto"][];
                };
            };
        };
    };
    "PlansController.show": {
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
                    "application/json": components["schemas"]["CarePlanDto"];
                };
            };
        };
    };
    "PlansController.update": {
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
                "application/json": components["schemas"]["PlanUpdateDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarePlanDto"];
                };
            };
        };
    };
    "PlansController.remove": {
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
                    "application/json": components["schemas"]["PlanRemovalDto"];
                };
            };
        };
    };
    "PlansController.setProgress": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                goalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalProgressDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarePlanDto"];
                };
            };
        };
    };
    "PublishingController.publish": {
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
                "application/json": components["schemas"]["PlanVersionDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarePlanDto"];
                };
            };
        };
    };
    "PublishingController.withdraw": {
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
                    "application/json": components["schemas"]["CarePlanDto"];
                };
            };
        };
    };
    "OwnPlansController.list": {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the Link header */
                cursor?: string;
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
                    "application/json": components["schemas"]["CarePlanListDto"];
                };
            };
        };
    };
    "OwnPlansController.show": {
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
                    "application/json": components["schemas"]["AftercareRecommendationDto"];
                };
            };
        };
    };
    "OwnPlansController.tick": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                actionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TickDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanActionDto"];
                };
            };
        };
    };
    "ConsentController.request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestConsentDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingConsentDto"];
                };
            };
        };
    };
    "ConsentController.record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordConsentDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingConsentDto"];
                };
            };
        };
    };
    "ConsentController.listOpen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that stand, with no session yet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingConsentDto"][];
                };
            };
        };
    };
    "ConsentController.find": {
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
                    "application/json": components["schemas"]["MeetingConsentDto"];
                };
            };
        };
    };
    "ConsentController.withdraw": {
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
                    "application/json": components["schemas"]["MeetingConsentDto"];
                };
            };
        };
    };
    "ConsentController.settings": {
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
                    "application/json": components["schemas"]["MeetingSettingsDto"];
                };
            };
        };
    };
    "ConsentController.saveSettings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeetingSettingsDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingSettingsDto"];
                };
            };
        };
    };
    "OwnConsentsController.list": {
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
                    "application/json": components["schemas"]["OwnMeetingConsentDto"][];
                };
            };
        };
    };
    "OwnConsentsController.answer": {
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
                "application/json": components["schemas"]["AnswerConsentDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnMeetingConsentDto"];
                };
            };
        };
    };
    "LinkedConsentsController.open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentTokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnMeetingConsentDto"];
                };
            };
        };
    };
    "LinkedConsentsController.answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerLinkedConsentDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnMeetingConsentDto"];
                };
            };
        };
    };
    "SessionsController.engines": {
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
                    "application/json": components["schemas"]["EnginesDto"];
                };
            };
        };
    };
    "SessionsController.startBot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartBotDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingSessionDto"];
                };
            };
        };
    };
    "SessionsController.list": {
        parameters: {
            query?: {
                limit?: number;
                /** @description Where the last page ended. */
                cursor?: string;
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
                    "application/json": components["schemas"]["MeetingSessionDto"][];
                };
            };
        };
    };
    "SessionsController.status": {
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
                    "application/json": components["schemas"]["MeetingSessionStatusDto"];
                };
            };
        };
    };
    "SessionsController.complete": {
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
                    "application/json": components["schemas"]["MeetingSessionStatusDto"];
                };
            };
        };
    };
    "SessionsController.cancel": {
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
                    "application/json": components["schemas"]["MeetingSessionStatusDto"];
                };
            };
        };
    };
    "DeviceController.begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionSettingsDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceSessionDto"];
                };
            };
        };
    };
    "DeviceController.takeOver": {
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
                    "application/json": components["schemas"]["DeviceSessionDto"];
                };
            };
        };
    };
    "DeviceController.pause": {
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
                "application/json": components["schemas"]["LeaseDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceSessionDto"];
                };
            };
        };
    };
    "DeviceController.resume": {
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
                "application/json": components["schemas"]["LeaseDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceSessionDto"];
                };
            };
        };
    };
    "DeviceController.keep": {
        parameters: {
            query: {
                /** @description Of the lease that records now. */
                fence: number;
                /** @description Counted from the beginning of the part. */
                start_frame: number;
                /** @description When it began, by the device’s clock. */
                captured_at: string;
            };
            header?: never;
            path: {
                id: string;
                part: string;
                seq: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingSessionDto"];
                };
            };
        };
    };
    "DeviceController.showKey": {
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
                    "application/json": components["schemas"]["DeviceKeyDto"];
                };
            };
        };
    };
    "DeviceController.listStored": {
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
                    "application/json": components["schemas"]["StoredChunksDto"];
                };
            };
        };
    };
    "UploadsController.begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginUploadDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadSessionDto"];
                };
            };
        };
    };
    "UploadsController.keep": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                block: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadSessionDto"];
                };
            };
        };
    };
    "UploadsController.show": {
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
                    "application/json": components["schemas"]["UploadSessionDto"];
                };
            };
        };
    };
    "UploadsController.complete": {
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
                    "application/json": components["schemas"]["UploadSessionDto"];
                };
            };
        };
    };
    "PlaybackController.play": {
        parameters: {
            query?: never;
            header?: {
                /** @description One range of bytes */
                Range?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A WAV file, or of the range that was asked for at most 1 MB (206) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
        };
    };
    "TranscriptsController.show": {
        parameters: {
            query?: {
                /** @description The version that is known: while it is made, lines come only where there are new ones */
                known?: string;
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
                    "application/json": components["schemas"]["TranscriptDto"];
                };
            };
        };
    };
    "TranscriptsController.start": {
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
            /** @description It is under way; one that was already is not begun again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptDto"];
                };
            };
        };
    };
    "TranscriptsController.listLive": {
        parameters: {
            query?: {
                /** @description The cursor of the answer before: only lines that are new come */
                after?: string;
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
                    "application/json": components["schemas"]["LiveLinesDto"];
                };
            };
        };
    };
    "TranscriptsController.correct": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                line: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LineCorrectionDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptLineDto"];
                };
            };
        };
    };
    "TranscriptsController.accept": {
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
                    "application/json": components["schemas"]["TranscriptDto"];
                };
            };
        };
    };
    "MeetingResultsController.show": {
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
                    "application/json": components["schemas"]["MeetingAnalysisDto"];
                };
            };
        };
    };
    "MeetingResultsController.start": {
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
            /** @description It is under way; one that was already is not begun again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingAnalysisDto"];
                };
            };
        };
    };
    "MeetingResultsController.makeNote": {
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
                    "application/json": components["schemas"]["MeetingNoteDto"];
                };
            };
        };
    };
    "AppointmentCalendarController.event": {
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
                    "text/calendar": string;
                };
            };
        };
    };
    "ReminderSettingsController.show": {
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
                    "application/json": components["schemas"]["ReminderSettingsDto"];
                };
            };
        };
    };
    "ReminderSettingsController.replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReminderSettingsInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderSettingsDto"];
                };
            };
        };
    };
    "ClientRemindersController.show": {
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
                    "application/json": components["schemas"]["ReminderChoiceDto"];
                };
            };
        };
    };
    "ClientRemindersController.choose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReminderChoiceInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderChoiceDto"];
                };
            };
        };
    };
    "LinkedRemindersController.choose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkedReminderChoiceInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderChoiceDto"];
                };
            };
        };
    };
    "LinkedRemindersController.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReminderTokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderChoiceDto"];
                };
            };
        };
    };
    "BookingMailsController.list": {
        parameters: {
            query: {
                /** @description Of these appointments. */
                booking_id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Of the last week; what failed until somebody has looked at it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingMailDto"][];
                };
            };
        };
    };
    "BookingMailsController.sendAgain": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
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
                    "application/json": components["schemas"]["BookingMailDto"];
                };
            };
        };
    };
    "ClientPortalController.dashboard": {
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
                    "application/json": components["schemas"]["ClientDashboardDto"];
                };
            };
        };
    };
    "ClientPortalController.activity": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description Others: without what the client did. */
                by?: "all" | "others";
                /** @description What was done with the record, or with its account: signing in, codes, trusted browsers. */
                about?: "record" | "sign_in";
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
                    "application/json": components["schemas"]["RecordActivityDto"];
                };
            };
        };
    };
    "ClientPortalController.exportData": {
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
                    "application/json": components["schemas"]["ClientExportDto"];
                };
            };
        };
    };
    "ClientPortalController.exportPage": {
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
                    "text/html": string;
                };
            };
        };
    };
    "ClientPortalController.explainClosing": {
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
                    "application/json": components["schemas"]["ClosingDto"];
                };
            };
        };
    };
    "ClientPortalController.close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseAccountDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosedDto"];
                };
            };
        };
    };
    "ClientAppointmentsController.freeTimes": {
        parameters: {
            query: {
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
    "ClientAppointmentsController.practices": {
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
                    "application/json": components["schemas"]["ClientPracticeDto"][];
                };
            };
        };
    };
    "ClientAppointmentsController.freeTimesOfService": {
        parameters: {
            query: {
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
    "ClientAppointmentsController.bookNext": {
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
                "application/json": components["schemas"]["NextAppointmentDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientBookingDto"];
                };
            };
        };
    };
    "ClientAppointmentsController.calendarEvent": {
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
                    "text/calendar": string;
                };
            };
        };
    };
    "ClientAppointmentsController.rebook": {
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
                "application/json": components["schemas"]["RebookDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientBookingDto"];
                };
            };
        };
    };
    "ClientAppointmentsController.confirmPractice": {
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
                "application/json": components["schemas"]["ConfirmPracticeDto"];
            };
        };
        responses: {
            /** @description The practice is the client’s by their own word; what it writes stands with the others’. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeConfirmedDto"];
                };
            };
        };
    };
    "ClientAppointmentsController.takeForOwn": {
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
            /** @description The client booked it without signing in; what else was booked so at the practice is not theirs by that. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientBookingDto"];
                };
            };
        };
    };
    "ClientAppointmentsController.endOthersLink": {
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
            /** @description Somebody else booked it: the link that they got ends, and the client gets a new one by mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientBookingDto"];
                };
            };
        };
    };
    "ClientAppointmentsController.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
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
                    "application/json": components["schemas"]["ClientBookingDto"];
                };
            };
        };
    };
    "ClientAppointmentsController.move": {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 255 visible characters; a repeat gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveAppointmentDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientBookingDto"];
                };
            };
        };
    };
    "AdminDashboardController.dashboard": {
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
                    "application/json": components["schemas"]["AdminDashboardDto"];
                };
            };
        };
    };
    "AdminDashboardController.analytics": {
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
                    "application/json": components["schemas"]["AnalyticsDto"];
                };
            };
        };
    };
    "AiStatusController.show": {
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
                    "application/json": components["schemas"]["AiStatusDto"];
                };
            };
        };
    };
    "AiStatusController.allow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllowModelDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiStatusDto"];
                };
            };
        };
    };
    "AdminTherapistsController.list": {
        parameters: {
            query?: {
                /** @description Part of a name, an address or a link. */
                q?: string;
                limit?: number;
                cursor?: string;
                status?: "active" | "inactive";
                sort?: "joined" | "name" | "email" | "bookings" | "status" | "last_sign_in";
                order?: "asc" | "desc";
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
                    "application/json": components["schemas"]["TherapistListDto"];
                };
            };
        };
    };
    "AdminTherapistsController.show": {
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
                    "application/json": components["schemas"]["TherapistToCloseDto"];
                };
            };
        };
    };
    "AdminTherapistsController.setStatus": {
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
                "multipart/form-data": components["schemas"]["TherapistStatusDto"];
                "application/json": components["schemas"]["TherapistStatusDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedTherapistDto"];
                };
            };
        };
    };
    "AdminActivityController.list": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description One action, such as `login`. */
                action?: string;
                user_type?: "visitor" | "client" | "therapist" | "admin" | "system";
                /** @description Who did it: the id of a therapist or an administrator, or part of their name, address or link. Clients are not found. */
                person?: string;
                /** @description From this moment on. */
                from?: string;
                /** @description Before this moment. */
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
                    "application/json": components["schemas"]["ActivityListDto"];
                };
            };
        };
    };
    "AdminActivityController.export": {
        parameters: {
            query?: {
                /** @description One action, such as `login`. */
                action?: string;
                user_type?: "visitor" | "client" | "therapist" | "admin" | "system";
                /** @description Who did it: the id of a therapist or an administrator, or part of their name, address or link. Clients are not found. */
                person?: string;
                /** @description From this moment on. */
                from?: string;
                /** @description Before this moment. */
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
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    "FailedJobsController.list": {
        parameters: {
            query?: {
                state?: "failed";
                limit?: number;
                cursor?: string;
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
                    "application/json": components["schemas"]["FailedJobListDto"];
                };
            };
        };
    };
    "FailedJobsController.retry": {
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
                    "application/json": components["schemas"]["JobQueuedDto"];
                };
            };
        };
    };
    "FailedJobsController.discard": {
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
                    "application/json": components["schemas"]["JobDiscardedDto"];
                };
            };
        };
    };
    "BreakGlassController.listOpen": {
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
                    "application/json": components["schemas"]["BreakGlassGrantDto"][];
                };
            };
        };
    };
    "BreakGlassController.open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenRecordDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakGlassGrantDto"];
                };
            };
        };
    };
    "BreakGlassController.listHistory": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                    "application/json": components["schemas"]["RecordOpeningsDto"];
                };
            };
        };
    };
    "BreakGlassController.end": {
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
                    "application/json": components["schemas"]["BreakGlassGrantDto"];
                };
            };
        };
    };
    "BreakGlassController.record": {
        parameters: {
            query: {
                section: "profile" | "bookings" | "intake_forms" | "session_notes" | "care_plans";
                limit?: number;
                cursor?: string;
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
                    /** @description rel="next" while there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRecordDto"];
                };
            };
        };
    };
    "TherapistRecordOpeningsController.list": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                    "application/json": components["schemas"]["RecordOpeningsDto"];
                };
            };
        };
    };
    "ClientRecordOpeningsController.list": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                    "application/json": components["schemas"]["RecordOpeningsDto"];
                };
            };
        };
    };
    "TherapistNoticesController.show": {
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
                    "application/json": components["schemas"]["TherapistNoticesDto"];
                };
            };
        };
    };
}
