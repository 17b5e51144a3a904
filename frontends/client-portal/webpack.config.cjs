module.exports = require('../webpack.base.cjs').remote('client_portal');
