// Drives a running service with the client that Kiota generates. Prints one line of JSON.
using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.Kiota.Abstractions.Authentication;
using Microsoft.Kiota.Http.HttpClientLibrary;
using Partner;
using Partner.Models;

Client ClientFor(IAuthenticationProvider authentication) =>
    new(new HttpClientRequestAdapter(authentication) { BaseUrl = Env("API") });

// Kiota's provider of API keys accepts https only.
var login = await ClientFor(new AnonymousAuthenticationProvider()).V1.Auth.Login.PostAsync(
    new LogInBody { Email = Env("EMAIL"), Password = Env("PASSWORD") },
    request => request.Headers.Add("api-key", Env("API_KEY")));
var api = ClientFor(new BaseBearerTokenAuthenticationProvider(new FixedToken(login!.AuthToken!))).V1;

var user = await api.User.PostAsync(new RegisterUserBody
{
    Name = "Ada",
    FamilyName = "Lovelace",
    Email = $"{Guid.NewGuid()}@users.example",
    CountryCode = "USA",
});
var userId = user!.Id!.Value;
var onboarding = api.Onboarding[userId];
var session = await onboarding.SessionToken.PostAsync(new SessionBody());
using var sandbox = new HttpClient();
var completed = await sandbox.PostAsJsonAsync(
    $"{Env("SANDBOX")}/control/onboarding/{session!.Token}", new { });
completed.EnsureSuccessStatusCode();
var profile = await Until(
    async () =>
    {
        try { return await onboarding.TraderProfile.GetAsync(); }
        catch (Problem problem) when (problem.Code == "trader_profile_not_found") { return null; }
    },
    it => it?.BrokerAccountStatus == "ACTIVE");

var depositBody = new RequestDepositBody
{
    UserId = userId,
    Direction = RequestDepositBody_direction.DEPOSIT,
    Amount = "500.00",
    ExternalId = Guid.NewGuid().ToString(),
};
var requested = await api.Funding.PostAsync(depositBody);
var deposit = await Until(
    () => api.Funding[requested!.Id!.Value].GetAsync(),
    it => it?.Status == FundingTransaction_status.Completed);

var placed = await api.Orders.PostAsync(new PlaceOrderBody
{
    UserId = userId,
    Symbol = "AAPL",
    Side = PlaceOrderBody_side.Buy,
    Qty = 1,
    ExternalId = Guid.NewGuid().ToString(),
});
var order = await Until(
    () => api.Orders[placed!.Id!.Value].GetAsync(),
    it => it?.Status == Order_status.Filled);

string? refusal = null;
try
{
    depositBody.Amount = "600.00";
    await api.Funding.PostAsync(depositBody);
}
catch (Problem problem)
{
    refusal = problem.Code;
}

Console.WriteLine(JsonSerializer.Serialize(new
{
    account = profile?.BrokerAccountStatus,
    deposit = $"{deposit?.Status}".ToLowerInvariant(),
    order = $"{order?.Status}".ToLowerInvariant(),
    refusal,
}));

static string Env(string name) =>
    Environment.GetEnvironmentVariable(name) ?? throw new Exception($"{name} is not set");

static async Task<T> Until<T>(Func<Task<T>> read, Func<T, bool> isDone)
{
    while (true)
    {
        var result = await read();
        if (isDone(result)) return result;
        await Task.Delay(100);
    }
}

internal sealed class FixedToken(string token) : IAccessTokenProvider
{
    public AllowedHostsValidator AllowedHostsValidator { get; } = new();

    public Task<string> GetAuthorizationTokenAsync(
        Uri uri,
        Dictionary<string, object>? additionalAuthenticationContext = null,
        CancellationToken cancellationToken = default) => Task.FromResult(token);
}
