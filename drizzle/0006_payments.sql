CREATE TABLE "campaign_payments" (
	"payer" text NOT NULL,
	"asset" text NOT NULL,
	"nonce" text NOT NULL,
	"digest" text NOT NULL,
	"holder" text NOT NULL,
	"response" text,
	"transaction" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "campaign_payments_payer_asset_nonce_pk" PRIMARY KEY("payer","asset","nonce")
);
--> statement-breakpoint
CREATE INDEX "campaign_payments_created_at" ON "campaign_payments" USING btree ("created_at");